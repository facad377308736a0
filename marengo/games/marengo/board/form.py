"""The GeoJSON form of a board, as msgspec checks it: one struct for each kind of feature."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from marengo.games.marengo.armies import Army
from marengo.games.marengo.board.ground import Direction, Road

Number = Annotated[int, Meta(ge=1)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
Latitude = Annotated[float, Meta(ge=-90, le=90)]
Position = tuple[Longitude, Latitude]
Course = Annotated[list[Position], Meta(min_length=2)]
Ring = Annotated[list[Position], Meta(min_length=4)]


class PointGeometry(Struct, frozen=True, forbid_unknown_fields=True):
    """A single position."""

    type: Literal["Point"]
    coordinates: Position


class LineGeometry(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of at least two positions."""

    type: Literal["LineString"]
    coordinates: Course


class LinesGeometry(Struct, frozen=True, forbid_unknown_fields=True):
    """Several lines."""

    type: Literal["MultiLineString"]
    coordinates: list[Course]


class PolygonGeometry(Struct, frozen=True, forbid_unknown_fields=True):
    """A closed ring; localities have no holes."""

    type: Literal["Polygon"]
    coordinates: tuple[Ring]


class LocalityFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Properties of a locality."""

    feature: Literal["locality"]
    number: Number
    name: str | None = None
    capacity: int | None = None
    french_start: int = 0
    star: Literal["red", "green", "blue"] | None = None
    east_of_objective: bool | None = None
    at: Position | None = None
    sure: bool = True
    note: str = ""


class ApproachFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Properties of one side of a locality."""

    feature: Literal["approach"]
    locality: Number
    opposite: Number | None
    infantry: int
    cavalry: int
    artillery: int
    wide: bool | None = None
    pair: Annotated[str, Meta(pattern="^[a-z]$", description="a small letter")] | None = None
    cavalry_obstacle: bool = False
    impassable: bool = False
    direction: Direction | None = None
    sure: bool = True
    note: str = ""


class CrossingFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Properties of a crossing."""

    feature: Literal["crossing"]
    id: Annotated[str, Meta(min_length=1)]
    between: tuple[Number, Number]
    road: Road
    pair: Annotated[str, Meta(pattern="^[a-z]$", description="a small letter")] | None = None
    sure: bool = True
    note: str = ""


class RoadFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Properties of a road group; ``classes`` has one entry for each drawn line."""

    feature: Literal["road"]
    locality: Number
    crossings: list[str]
    classes: list[Road]
    main_groups: list[list[str]] = []


class EdgeRoadFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Properties of a road that is drawn but of no use."""

    feature: Literal["edge road"]
    locality: Number
    road: Road
    note: str = ""


class EntryFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Properties of an entry."""

    feature: Literal["entry"]
    name: Annotated[str, Meta(pattern=r"^\S+$", description="a name without spaces")]
    army: Army
    locality: Number
    road: Road
    pontoon: bool
    note: str = ""


class ObjectiveFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Properties of the objective line."""

    feature: Literal["objective"]
    pairs: list[tuple[Number, Number]]


class Feature(Struct, frozen=True):
    """Form of all features; members of other programs (id, bbox) are passed over."""

    type: Literal["Feature"]


class LocalityFeature(Feature, frozen=True):
    """A locality."""

    properties: LocalityFacts
    geometry: PolygonGeometry


class ApproachFeature(Feature, frozen=True):
    """One side of a locality."""

    properties: ApproachFacts
    geometry: LineGeometry


class CrossingFeature(Feature, frozen=True):
    """A crossing."""

    properties: CrossingFacts
    geometry: PointGeometry


class RoadFeature(Feature, frozen=True):
    """A road group."""

    properties: RoadFacts
    geometry: LinesGeometry


class EdgeRoadFeature(Feature, frozen=True):
    """A road of no use."""

    properties: EdgeRoadFacts
    geometry: LineGeometry


class EntryFeature(Feature, frozen=True):
    """An entry."""

    properties: EntryFacts
    geometry: PointGeometry


class ObjectiveFeature(Feature, frozen=True):
    """The objective line."""

    properties: ObjectiveFacts
    geometry: LineGeometry


FORMS: dict[str, type[Feature]] = {
    "locality": LocalityFeature,
    "approach": ApproachFeature,
    "crossing": CrossingFeature,
    "road": RoadFeature,
    "edge road": EdgeRoadFeature,
    "entry": EntryFeature,
    "objective": ObjectiveFeature,
}


class Kind(Struct, frozen=True):
    """The one property that says what a feature is."""

    feature: str


class AnyFeature(Struct, frozen=True):
    """A feature of a kind not yet known."""

    properties: Kind


class Collection(Struct, frozen=True, forbid_unknown_fields=True):
    """The file as a whole; features stay undecoded, so that each is checked on its own."""

    type: Literal["FeatureCollection"]
    name: Annotated[str, Meta(min_length=1)]
    features: list[Raw]
    title: str = ""
    metadata: dict[str, Any] = {}
    crs: Mapping[str, Any] | None = None
    bbox: list[float] | None = None
