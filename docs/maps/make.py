"""Draw the map of Napoleon in Europe's war of 1800: ``python docs/maps/make.py``.

A region is the land that lies nearer to its towns than to those of any other region, so neither its
shape nor its borders are taken from a printed board: towns and coast are written down here by their
longitude and latitude, and the rules say which regions must come out as neighbours.
"""

import json
import tomllib
from itertools import combinations
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPoint, Polygon, box, mapping, shape
from shapely.geometry.base import BaseGeometry

from marengo.paths import data_path

MAP = data_path("maps/europe.geojson")
SCENARIO = data_path("scenarios/europe-1800.toml")

SHEET = box(-0.4, 40.7, 23.6, 51.4)
NARROWING = 0.69  # a degree of longitude against one of latitude, in the middle of the sheet
GRID = 0.001  # degrees; whatever meets or crosses shares a point of this grid

# A region's first town is the one to be shown; of the others, those near its borders are enough.
# Without a name are the lands around, which belong to no region.
TOWNS = {
    "paris": """Paris 2.35 48.86, Beauvais 2.08 49.43, Compiègne 2.83 49.42, Soissons 3.32 49.38,
        Mantes 1.72 48.99, Chartres 1.49 48.45, Châteaudun 1.33 48.07, Orléans 1.90 47.90,
        Montargis 2.73 48.00, Melun 2.66 48.54, Provins 3.30 48.56, Château-Thierry 3.40 49.05""",
    "burgundy": """Dijon 5.04 47.32, Sens 3.28 48.20, Troyes 4.08 48.30, Chaumont 5.14 48.11,
        Langres 5.33 47.86, Auxerre 3.57 47.80, Avallon 3.91 47.49, Autun 4.30 46.95,
        Paray 4.12 46.45, Roanne 4.07 46.04, Lyon 4.84 45.76, Nantua 5.61 46.15, Morez 6.02 46.52,
        Pontarlier 6.35 46.90, Besançon 6.02 47.24, Vesoul 6.15 47.62, Vitry 4.58 48.72""",
    "central-france": """Bourges 2.40 47.08, Tours 0.69 47.39, Blois 1.33 47.59, Gien 2.63 47.69,
        Nevers 3.16 46.99, Moulins 3.33 46.57, Vichy 3.43 46.13, Thiers 3.55 45.86,
        Limoges 1.26 45.83, Guéret 1.87 46.17, Châteauroux 1.69 46.81, Tulle 1.77 45.27,
        Aurillac 2.44 44.93, Saint-Flour 3.09 45.03, Ambert 3.74 45.55""",
    "provence": """Marseille 5.37 43.30, Nice 7.27 43.70, Barcelonnette 6.65 44.39,
        Briançon 6.64 44.90, Modane 6.67 45.20, Moûtiers 6.53 45.49, Chamonix 6.80 45.92,
        Bonneville 6.41 46.08, Annecy 6.13 45.90, Chambéry 5.92 45.57, Vienne 4.87 45.53,
        Saint-Étienne 4.39 45.44, Le Puy 3.89 45.04, Mende 3.50 44.52, Rodez 2.57 44.35,
        Béziers 3.21 43.34, Narbonne 3.00 43.18, Perpignan 2.90 42.70, Puget 6.90 43.96""",
    "lorraine": """Metz 6.18 49.12, Bar 5.16 48.77, Neufchâteau 5.69 48.36, Épinal 6.45 48.17,
        Belfort 6.86 47.64, Mülhausen 7.34 47.75, Breisach 7.53 48.02, Erstein 7.66 48.42,
        Straßburg 7.75 48.58, Selz 8.10 48.89, Weißenburg 7.94 49.04, Bitsch 7.43 49.05,
        Saarbrücken 7.00 49.24, Diedenhofen 6.17 49.36, Stenay 5.19 49.49""",
    "switzerland": """Bern 7.45 46.95, Basel 7.59 47.56, Pruntrut 7.08 47.42, Neuenburg 6.93 46.99,
        Yverdon 6.64 46.78, Nyon 6.24 46.38, Genf 6.14 46.20, Montreux 6.91 46.43,
        Martigny 7.07 46.10, Zermatt 7.75 46.02, Brig 7.99 46.32, Airolo 8.61 46.53,
        Lugano 8.95 46.00, Bellinzona 9.02 46.19, Splügen 9.32 46.55, Sankt Moritz 9.84 46.50,
        Zernez 10.09 46.70, Davos 9.83 46.80, Sargans 9.44 47.05, Altstätten 9.55 47.38,
        Rorschach 9.49 47.48, Frauenfeld 8.90 47.56, Schaffhausen 8.63 47.70, Zürich 8.54 47.37,
        Aarau 8.05 47.39""",
    "baden-wurtt": """Stuttgart 9.18 48.78, Mannheim 8.47 49.49, Karlsruhe 8.40 49.01,
        Rastatt 8.20 48.86, Kehl 7.81 48.57, Lahr 7.87 48.34, Breisgau 7.63 48.03,
        Lörrach 7.66 47.61, Waldshut 8.21 47.62, Stockach 9.00 47.85, Konstanz 9.18 47.66,
        Meersburg 9.27 47.69, Pfullendorf 9.26 47.93, Biberach 9.79 48.10, Ulm 9.99 48.40,
        Aalen 10.09 48.84, Hall 9.74 49.11, Mergentheim 9.77 49.49, Mosbach 9.15 49.35,
        Rottweil 8.62 48.17""",
    "bavaria": """Munich 11.58 48.14, Würzburg 9.93 49.79, Bamberg 10.89 49.90,
        Hof 11.92 50.32, Bayreuth 11.58 49.95, Weiden 12.16 49.68, Cham 12.66 49.22,
        Zwiesel 13.23 49.02, Passau 13.46 48.57, Burghausen 12.83 48.17, Traunstein 12.64 47.87,
        Rosenheim 12.13 47.86, Tölz 11.56 47.76, Garmisch 11.10 47.49, Füssen 10.70 47.57,
        Kempten 10.32 47.73, Ravensburg 9.61 47.78, Buchhorn 9.48 47.65, Bregenz 9.75 47.45,
        Memmingen 10.18 47.98, Günzburg 10.28 48.45, Nördlingen 10.49 48.85,
        Rothenburg 10.18 49.38, Landshut 12.15 48.54""",
    "piedmont": """Turin 7.69 45.07, Courmayeur 6.97 45.79, Aosta 7.32 45.74, Susa 7.05 45.14,
        Ceresole 7.23 45.43, Pinerolo 7.33 44.88, Cuneo 7.55 44.39, Tenda 7.60 44.09,
        San Remo 7.77 43.82, Chiavari 9.32 44.32, Bobbio 9.39 44.77, Voghera 9.01 44.99,
        Novara 8.62 45.45, Intra 8.55 45.93, Domodossola 8.29 46.12, Varallo 8.25 45.81""",
    "milan": """Milan 9.19 45.46, Varese 8.83 45.82, Como 9.09 45.81, Chiavenna 9.40 46.32,
        Sondrio 9.87 46.17, Bormio 10.37 46.47, Edolo 10.33 46.18, Brescia 10.22 45.54,
        Salò 10.52 45.61, Mantua 10.79 45.16, Ostiglia 11.13 45.07, Mirandola 11.07 44.89,
        Modena 10.93 44.65, Pavullo 10.83 44.33, Castelnovo 10.40 44.43, Massa 10.14 44.03,
        La Spezia 9.82 44.10, Bardi 9.73 44.63, Piacenza 9.70 45.05, Pavia 9.16 45.19""",
    "tuscany": """Florence 11.25 43.77, Viareggio 10.25 43.87, Barga 10.48 44.07,
        Abetone 10.66 44.15, Pistoia 10.92 43.93, Firenzuola 11.38 44.12, Bibbiena 11.82 43.70,
        Sansepolcro 12.14 43.57, Cortona 11.99 43.28, Chiusi 11.95 43.02, Radicofani 11.77 42.90,
        Pitigliano 11.67 42.63, Orbetello 11.22 42.44, Portoferraio 10.33 42.81""",
    "papal-states": """Rome 12.50 41.90, Terracina 13.25 41.29, Frosinone 13.35 41.64,
        Subiaco 13.10 41.92, Rieti 12.86 42.40, Norcia 13.09 42.79, Ascoli 13.58 42.85,
        Urbino 12.64 43.73, Rimini 12.57 44.06, Faenza 11.88 44.29, Bologna 11.34 44.49,
        Porretta 10.98 44.16, Cento 11.29 44.73, Ferrara 11.62 44.84, Comacchio 12.18 44.69,
        Città di Castello 12.24 43.46, Perugia 12.39 43.11, Orvieto 12.11 42.72,
        Acquapendente 11.87 42.74, Tarquinia 11.76 42.25""",
    "venice": """Venice 12.33 45.44, Peschiera 10.69 45.44, Verona 10.99 45.44, Legnago 11.31 45.19,
        Rovigo 11.79 45.07, Adria 12.06 45.05, Asiago 11.51 45.87, Feltre 11.91 46.02,
        Cadore 12.37 46.43, Tolmezzo 13.02 46.40, Pontebba 13.31 46.50, Cividale 13.43 46.09,
        Monfalcone 13.53 45.81""",
    "tyrol": """Innsbruck 11.39 47.27, Feldkirch 9.60 47.24, Bludenz 9.82 47.15, Warth 10.18 47.26,
        Reutte 10.72 47.48, Seefeld 11.19 47.33, Achensee 11.70 47.45, Kufstein 12.17 47.58,
        Lofer 12.69 47.58, Salzburg 13.05 47.80, Radstadt 13.46 47.38, Tamsweg 13.81 47.13,
        Spittal 13.50 46.80, Lienz 12.77 46.83, Ampezzo 12.14 46.54, Primiero 11.83 46.17,
        Rovereto 11.04 45.89, Riva 10.84 45.88, Malè 10.92 46.35, Glurns 10.55 46.67,
        Ischgl 10.29 47.01""",
    "vienna": """Vienna 16.37 48.21, Hainburg 16.94 48.15, Mistelbach 16.57 48.57, Retz 15.96 48.76,
        Waidhofen 15.28 48.81, Gmünd 14.98 48.77, Freistadt 14.50 48.51, Rohrbach 13.99 48.57,
        Schärding 13.43 48.46, Braunau 13.03 48.26, Mattighofen 13.15 48.10, Ischl 13.62 47.71,
        Schladming 13.69 47.39, Murau 14.17 47.11, Wolfsberg 14.84 46.84, Marburg 15.65 46.55,
        Cilli 15.26 46.23, Radkersburg 15.99 46.69, Hartberg 15.97 47.28, Neustadt 16.24 47.81""",
    "illyria": """Laibach 14.51 46.05, Villach 13.86 46.61, Klagenfurt 14.31 46.62,
        Tarvis 13.58 46.50, Tolmein 13.73 46.18, Görz 13.62 45.94, Trieste 13.77 45.65,
        Krainburg 14.36 46.24, Rudolfswerth 15.17 45.80, Warasdin 16.34 46.30, Bjelovar 16.85 45.90,
        Agram 15.98 45.81, Sissek 16.37 45.49, Karlstadt 15.55 45.49, Ogulin 15.23 45.27,
        Gospić 15.37 44.55, Knin 16.20 44.04, Sinj 16.64 43.70, Makarska 17.02 43.29,
        Metković 17.65 43.05, Ragusa 18.09 42.65, Cattaro 18.77 42.42""",
    "bohemia": """Prague 14.42 50.08, Eger 12.37 50.08, Karlsbad 12.87 50.23, Brüx 13.64 50.50,
        Tetschen 14.20 50.78, Rumburg 14.55 50.95, Reichenberg 15.06 50.77, Trautenau 15.91 50.56,
        Senftenberg 16.46 50.08, Freiwaldau 17.20 50.23, Troppau 17.90 49.94, Teschen 18.63 49.75,
        Wsetin 17.99 49.34, Hradisch 17.46 49.07, Göding 17.13 48.90, Nikolsburg 16.64 48.81,
        Znaim 16.05 48.86, Neuhaus 15.00 49.14, Krumau 14.32 48.81, Winterberg 13.77 49.05,
        Klattau 13.29 49.40, Taus 12.93 49.44, Tachau 12.63 49.80""",
    "hungary": """Buda 19.04 47.50, Pressburg 17.11 48.14, Skalitz 17.22 48.80,
        Trentschin 18.04 48.89, Sillein 18.74 49.22, Árva 19.36 49.26, Käsmark 20.43 49.14,
        Bartfeld 21.28 49.29, Ungvár 22.30 48.62, Munkács 22.72 48.44, Szatmár 22.88 47.79,
        Großwardein 21.92 47.06, Arad 21.31 46.18, Lugos 21.90 45.69, Weißkirchen 21.42 44.90,
        Orawitza 21.69 45.03, Pancsova 20.64 44.87, Mitrowitz 19.60 44.97, Essegg 18.69 45.55,
        Posega 17.68 45.34, Verőce 17.38 45.83, Kanizsa 16.99 46.45, Steinamanger 16.62 47.23,
        Ödenburg 16.59 47.68""",
    "": """Évreux 1.15 49.02, Mortagne 0.54 48.52, Le Mans 0.20 48.00, Loudun 0.08 47.01,
        Poitiers 0.34 46.58, Angoulême 0.16 45.65, Périgueux 0.72 45.18, Cahors 1.44 44.45,
        Albi 2.15 43.93, Castres 2.24 43.60, Carcassonne 2.35 43.21, Foix 1.61 42.96,
        Figueras 2.96 42.27, Amiens 2.30 49.89, Rouen 1.10 49.44, Laon 3.62 49.56, Reims 4.03 49.25,
        Châlons 4.36 48.96, Rethel 4.37 49.51, Sedan 4.94 49.70, Luxemburg 6.13 49.61,
        Trier 6.64 49.76, Zweibrücken 7.36 49.25, Landau 8.12 49.20, Speyer 8.38 49.32,
        Worms 8.37 49.63, Aschaffenburg 9.15 49.97, Fulda 9.68 50.55, Meiningen 10.41 50.57,
        Coburg 10.96 50.26, Plauen 12.13 50.49, Annaberg 13.00 50.58, Dresden 13.74 51.05,
        Hirschberg 15.73 50.90, Glatz 16.65 50.44, Neiße 17.33 50.47, Ratibor 18.22 50.09,
        Bielitz 19.05 49.82, Neumarkt 20.03 49.48, Sandez 20.69 49.62, Dukla 21.68 49.56,
        Turka 23.03 49.15, Sziget 23.89 47.93, Nagybánya 23.58 47.66, Zilah 23.06 47.20,
        Déva 22.90 45.88, Mehadia 22.37 44.90, Belgrade 20.46 44.75, Schabatz 19.70 44.72,
        Bijeljina 19.22 44.76, Brod 18.00 45.10, Gradiška 17.25 45.10, Novi 16.38 45.05,
        Bihać 15.87 44.82, Drvar 16.38 44.37, Livno 17.01 43.83, Mostar 17.81 43.34,
        Nikšić 18.95 42.77, Antivari 19.10 42.10, Teramo 13.70 42.66, Aquila 13.40 42.35,
        Avezzano 13.43 42.03, Sora 13.61 41.72, Fondi 13.43 41.36, Saalfeld 11.36 50.65,
        Bautzen 14.42 51.18, Görlitz 14.99 51.15, Semendria 20.93 44.66, Kučevo 21.67 44.48,
        Naples 14.27 40.85, Pescara 14.21 42.46, Calvi 8.75 42.50""",
}

# Shores of the mainland, closed outside the sheet, and of islands.
SHORES = (
    """-2 49.35, -1.1 49.37, -.25 49.29, .2 49.45, .07 49.52, .37 49.77, 1.08 49.93, 1.4 50.07,
    1.6 50.2, 1.55 50.4, 1.58 50.87, 1.85 50.97, 2.4 51.05, 2.9 51.23, 3.3 51.38, 3.5 51.6, 3.5 55,
    30 55, 30 38, 19.3 38, 19.3 40.2, 19.45 40.6, 19.4 40.95, 19.45 41.33, 19.6 41.6, 19.55 41.83,
    19.2 41.93, 18.85 42.28, 18.5 42.42, 18.1 42.64, 17.65 42.87, 17.02 43.03, 17.43 43.03,
    17.02 43.29, 16.65 43.45, 16.44 43.5, 15.95 43.5, 15.9 43.73, 15.45 43.92, 15.22 44.12,
    15.15 44.3, 15.5 44.27, 14.9 44.65, 14.9 44.98, 14.45 45.32, 14.27 45.31, 14.15 44.97,
    13.92 44.77, 13.83 44.87, 13.63 45.08, 13.58 45.23, 13.5 45.48, 13.76 45.62, 13.73 45.7,
    13.55 45.78, 13.4 45.68, 13.1 45.63, 12.9 45.6, 12.55 45.48, 12.32 45.35, 12.3 45.2, 12.4 45.08,
    12.53 44.95, 12.4 44.8, 12.27 44.65, 12.3 44.4, 12.4 44.22, 12.57 44.07, 12.9 43.92, 13.2 43.73,
    13.5 43.63, 13.62 43.53, 13.75 43.28, 13.9 42.9, 14.22 42.47, 14.55 42.25, 14.78 42.1, 15 42,
    15.3 41.92, 15.7 41.93, 16.17 41.9, 16.18 41.78, 15.93 41.63, 15.98 41.45, 16.3 41.32,
    16.87 41.13, 17.3 40.95, 17.95 40.65, 18.5 40, 14.9 40, 14.9 40.6, 14.35 40.58, 14.47 40.75,
    14.05 40.79, 13.95 41, 13.75 41.23, 13.58 41.21, 13.25 41.29, 13.05 41.23, 12.9 41.4,
    12.63 41.45, 12.23 41.74, 12.1 41.95, 11.8 42.09, 11.6 42.33, 11.15 42.38, 11.17 42.52,
    11 42.65, 10.77 42.82, 10.75 42.93, 10.5 42.93, 10.53 43.2, 10.3 43.5, 10.27 43.7, 10.23 43.87,
    10.05 44.03, 9.83 44.05, 9.5 44.22, 9.2 44.31, 8.93 44.4, 8.72 44.42, 8.48 44.3, 8.22 44.05,
    8.03 43.88, 7.77 43.81, 7.5 43.78, 7.27 43.69, 7.1 43.55, 6.93 43.5, 6.74 43.42, 6.68 43.26,
    6.37 43.1, 6.15 43.03, 5.93 43.08, 5.6 43.17, 5.35 43.22, 5.35 43.33, 5.03 43.33, 4.85 43.4,
    4.6 43.35, 4.1 43.55, 3.9 43.5, 3.68 43.39, 3.5 43.27, 3.2 43.17, 3.05 42.95, 3.04 42.7,
    3.13 42.5, 3.32 42.32, 3.12 42.15, 3.2 41.9, 2.8 41.68, 2.2 41.38, 1.5 41.19, 1.2 41.08,
    .85 40.72, .4 40.3, .2 40, -2 40""",
    """-2 50.72, -.14 50.82, .25 50.74, .6 50.86, .97 50.91, 1.1 51.07, 1.4 51.15, 1.43 51.37,
    .9 51.37, .5 51.5, -2 52""",
    """9.4 43.01, 9.48 42.7, 9.55 42.1, 9.4 41.7, 9.22 41.37, 8.8 41.55, 8.6 41.9, 8.57 42.37,
    8.75 42.57, 9.1 42.73, 9.3 42.68, 9.34 43""",
    "8.2 40, 8.17 40.93, 8.4 40.83, 9.2 41.25, 9.55 41.1, 9.65 40.85, 9.8 40",
    "10.11 42.76, 10.3 42.82, 10.42 42.87, 10.43 42.72, 10.2 42.73",
    "14.46 45.12, 14.6 45.22, 14.82 45, 14.7 44.94, 14.5 45",
    "14.3 45.14, 14.4 45.05, 14.5 44.62, 14.35 44.65",
    "14.75 44.68, 15.2 44.38, 15.1 44.36, 14.68 44.64",
    "14.83 44.15, 15.22 43.87, 15.1 43.88, 14.8 44.12",
    "16.4 43.36, 16.6 43.39, 16.88 43.29, 16.5 43.27",
    "16.4 43.2, 16.7 43.19, 17.18 43.13, 16.6 43.12",
    "16.65 42.97, 17.18 42.95, 17.1 42.9, 16.7 42.9",
)


def numbers(text: str) -> list[tuple[float, float]]:
    """Return the longitudes and latitudes at the ends of a list's entries."""
    ends = (entry.split()[-2:] for entry in text.split(","))
    return [(float(longitude), float(latitude)) for longitude, latitude in ends]


def stretched(drawn: BaseGeometry, factor: float) -> BaseGeometry:
    """Return a drawing with its longitudes multiplied."""
    return shapely.transform(drawn, lambda points: points * (factor, 1))


def rounded(line: LineString, times: int) -> LineString:
    """Return a line with its corners cut off so many times, from end to end as before."""
    points = shapely.get_coordinates(line)
    for _ in range(times):
        early = 0.75 * points[:-1] + 0.25 * points[1:]
        late = 0.25 * points[:-1] + 0.75 * points[1:]
        between = np.stack((early, late), axis=1).reshape(-1, 2)
        points = np.concatenate((points[:1], between[1:-1], points[-1:]))
    return LineString(points)


def inland() -> dict[str, BaseGeometry]:
    """Return what lies nearest to each region's towns, as if there were no sea."""
    owners = [region for region, towns in TOWNS.items() for _ in numbers(towns)]
    towns = MultiPoint([place for places in TOWNS.values() for place in numbers(places)])
    # Near is near on the ground: a degree of longitude must be no longer than it is there.
    nearest = shapely.voronoi_polygons(
        stretched(towns, NARROWING), extend_to=SHEET.buffer(3), ordered=True
    )
    cells = [stretched(cell, 1 / NARROWING) for cell in nearest.geoms]
    rough = {
        name: shapely.union_all([cells[i] for i, owner in enumerate(owners) if owner == name])
        for name in TOWNS
    }
    merged = shapely.line_merge(shapely.union_all([region.boundary for region in rough.values()]))
    lines = [rounded(line, 2) for line in shapely.get_parts(merged)]
    return gathered(shapely.polygonize(lines), rough)


def gathered(pieces: BaseGeometry, whole: dict[str, BaseGeometry]) -> dict[str, BaseGeometry]:
    """Return the regions that pieces make up, each piece belonging where its middle lies."""
    middles = [(piece, piece.representative_point()) for piece in shapely.get_parts(pieces)]
    return {
        name: shapely.union_all([piece for piece, at in middles if at.within(region)]).normalize()
        for name, region in whole.items()
    }


def regions() -> dict[str, BaseGeometry]:
    """Return the land of each region. What two of them share, they share point by point."""
    shores = [rounded(LineString([*points, points[0]]), 1) for points in map(numbers, SHORES)]
    land = shapely.union_all([Polygon(shore) for shore in shores]).intersection(SHEET)
    whole = inland()
    # Borders and shores are cut where they meet all at once: each alone would round differently.
    lines = [land.boundary, *(region.boundary for region in whole.values())]
    pieces = shapely.polygonize([shapely.union_all(lines, grid_size=GRID)])
    return gathered(pieces, {name: region.intersection(land) for name, region in whole.items()})


def drawn_borders(features: list[dict[str, Any]]) -> set[frozenset[str]]:
    """Return which regions share a border; to meet in a corner is not enough."""
    lands = {each["properties"]["name"]: shape(each["geometry"]) for each in features}
    return {
        frozenset((one, other))
        for one, other in combinations(filter(None, lands), 2)
        if lands[one].intersection(lands[other]).length > 0
    }


def borders(rules: dict[str, Any]) -> set[frozenset[str]]:
    """Return which regions are neighbours by the rules."""
    return {frozenset((one, other)) for one, said in rules.items() for other in said["near"]}


def feature(name: str, land: BaseGeometry, said: dict[str, Any]) -> dict[str, Any]:
    """Return a region as the map's file holds it, its label where most room is around."""
    largest = max(shapely.get_parts(stretched(land, NARROWING)), key=lambda part: part.area)
    room = stretched(shapely.maximum_inscribed_circle(largest), 1 / NARROWING)
    properties = {
        "name": name,
        "home": said.get("home", ""),
        "capital": said.get("capital", False),
        "town": " ".join(TOWNS[name].split(",")[0].split()[:-2]) if name else "",
        "label": [round(number, 2) for number in room.coords[0]],
    }
    return {"type": "Feature", "properties": properties, "geometry": mapping(land)}


def map_text(rules: dict[str, Any]) -> str:
    """Return the map as text, one feature a line.

    Parameters
    ----------
    rules : dict of str to dict
        By region what the rules say of it: ``near``, and if they do, ``home`` and ``capital``.

    Raises
    ------
    ValueError
        If regions are drawn side by side that the rules hold apart, or apart that are neighbours.
    """
    features = [feature(name, land, rules.get(name, {})) for name, land in regions().items()]
    wrong = drawn_borders(features) ^ borders(rules)
    if wrong:
        raise ValueError(f"drawn otherwise than the rules say: {sorted(map(sorted, wrong))}")
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in features)
    return f'{{"type": "FeatureCollection", "features": [\n{lines}\n]}}\n'


def main() -> None:
    """Write the map's file."""
    rules = tomllib.loads(SCENARIO.read_text(encoding="utf-8"))["regions"]
    MAP.write_text(map_text(rules), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
