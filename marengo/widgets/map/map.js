// A map that is drawn once, with what stands on it drawn anew from plain data.
// Nothing here knows a game: places, parts and marks are named by what the kernel sends.

const SVG = "http://www.w3.org/2000/svg";
const CLOSEST = 12; // times that one can look more closely
const CLOSE = 4; // times that the map does so by itself
const MARGIN = 260; // of the board, around what is looked at
const NAMED = 1.7; // lengths of the board to a pixel below which names are written
const NARROW = 900; // pixels below which a map begins where the pieces are
const REACH = 22; // pixels from the middle of a mark in which a click still counts
const DRAG = 4; // pixels that a finger may tremble in a click
const SIGN = 30; // half the size of a mark that is a sign of its own
const BESIDE = 34; // from the middle of a piece to the arrow of its way
const HINT = 26; // half the size of the number of a hint
const SAMPLE = "-46 -27 92 54"; // what is seen of a sign in the legend
const BURST = "M" + [...Array(16).keys()].map((turn) => {
  const [far, angle] = [turn % 2 ? 24 : 36, (turn * Math.PI) / 8];
  return `${(far * Math.sin(angle)).toFixed(1)} ${(-far * Math.cos(angle)).toFixed(1)}`;
}).join("L") + "Z";

// A colour as the style sheet has it, which may have another one for dark pages.
const themed = (colour) => `var(--map-${colour.slice(1)}, ${colour})`;

function put(made, attributes = {}, parent = null, text = "") {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  if (parent) parent.append(made);
  return made;
}
const make = (name, ...how) => put(document.createElementNS(SVG, name), ...how);
const html = (name, ...how) => put(document.createElement(name), ...how);

// What is seen: a part of the board's frame, moved and scaled by wheel, fingers, and keys.
function camera(root, svg, frame) {
  const seen = { x: 0, y: 0, scale: 1 };
  let waiting = false;
  // At scale 1 the whole frame is seen, with some margin where the window has another shape.
  function size() {
    const [, , width, height] = frame();
    const ratio = svg.clientWidth / svg.clientHeight || width / height;
    const across = Math.max(width, height * ratio) / seen.scale;
    return [across, across / ratio];
  }
  function kept(at, least, whole, part) {
    if (part >= whole) return least + (whole - part) / 2;
    return Math.min(Math.max(at, least), least + whole - part);
  }
  function apply() {
    const [left, top, width, height] = frame();
    const [w, h] = size();
    seen.x = kept(seen.x, left, width, w);
    seen.y = kept(seen.y, top, height, h);
    root.classList.toggle("near", seen.scale > 1);
    root.classList.toggle("named", w < NAMED * svg.clientWidth || root.classList.contains("names"));
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      svg.setAttribute("viewBox", [seen.x, seen.y, ...size()].join(" "));
    });
  }
  const pixel = () => svg.clientWidth / size()[0];
  return {
    apply,
    pixel,
    at(event) {
      const box = svg.getBoundingClientRect();
      return [seen.x + (event.clientX - box.left) / pixel(), seen.y + (event.clientY - box.top) / pixel()];
    },
    move(right, down) {
      seen.x -= right / pixel();
      seen.y -= down / pixel();
      apply();
    },
    // Look more closely by some times; the point of the board under the cursor stays there.
    zoom(times, at = null) {
      const [w, h] = size();
      const [x, y] = at ?? [seen.x + w / 2, seen.y + h / 2];
      const scale = Math.min(Math.max(seen.scale * times, 1), CLOSEST);
      const share = seen.scale / scale;
      seen.x = x - (x - seen.x) * share;
      seen.y = y - (y - seen.y) * share;
      seen.scale = scale;
      apply();
    },
    fit() {
      seen.scale = 1;
      apply();
    },
    // Look at some points, as closely as they allow, but not closer than now if that is wanted.
    show(points, { same = false, margin = MARGIN, close = CLOSE } = {}) {
      if (!points.length) return;
      const [xs, ys] = [points.map((one) => one.x), points.map((one) => one.y)];
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      if (!same) {
        seen.scale = 1;
        const [w, h] = size();
        seen.scale = Math.max(1, Math.min(w / (right - left + margin), h / (bottom - top + margin), close));
      }
      const [w, h] = size();
      seen.x = (left + right - w) / 2;
      seen.y = (top + bottom - h) / 2;
      apply();
    },
    sees({ x, y }) {
      const [w, h] = size();
      return x > seen.x && x < seen.x + w && y > seen.y && y < seen.y + h;
    },
    get scale() {
      return seen.scale;
    },
  };
}

function render({ model, el }) {
  // Keys pressed here are meant for the map, and not for the notebook around it.
  const root = html("div", { class: "marengo-vector", "data-lm-suppress-shortcuts": "true" }, el);
  const head = html("div", { class: "head" }, root);
  const svg = make("svg", { class: "map", tabindex: 0, role: "group", "aria-label": model.get("tools").map }, root);
  const theme = make("style", {}, svg);
  const layer = {};
  for (const name of ["ground", "tints", "printed", "boxes", "areas", "pieces", "arrows", "losses", "hints", "marks"]) {
    layer[name] = make("g", { class: name }, svg);
    if (!["areas", "marks"].includes(name)) layer[name].setAttribute("aria-hidden", "true");
  }
  const words = make("desc", {}, null);
  svg.prepend(words);
  const frame = () => model.get("board").frame ?? [0, 0, 1, 1];
  const view = camera(root, svg, frame);
  const tools = html("div", { class: "tools" }, root);
  const legend = html("div", { class: "legend", role: "region", "aria-label": model.get("tools").explained, tabindex: 0 }, root);
  const meanings = html("dl", {}, legend);
  const tip = html("div", { class: "tip", role: "status" }, root);

  function tool(sign, name, action, toggles = null) {
    const does = model.get("tools")[name];
    const made = html("button", { type: "button", title: does, "aria-label": does }, tools, sign);
    if (toggles) made.setAttribute("aria-pressed", "false");
    made.addEventListener("click", () => {
      action();
      if (toggles) made.setAttribute("aria-pressed", String(root.classList.contains(toggles)));
    });
    return made;
  }
  const closer = tool("+", "closer", () => view.zoom(1.5));
  const farther = tool("−", "farther", () => view.zoom(1 / 1.5));
  const whole = tool("⤢", "whole", () => view.fit());
  const there = tool("◎", "there", () => view.show(pieces()));
  const bare = tool("▭", "bare", () => root.classList.toggle("bare"), "bare");
  const names = tool("A", "names", () => {
    root.classList.toggle("names");
    view.apply();
  }, "names");
  const signs = tool("?", "explained", () => root.classList.toggle("explained"), "explained");
  const KEYS = { "?": signs, "+": closer, "=": closer, "-": farther, "0": whole, p: there, h: bare, n: names };
  const WAYS = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };

  function pieces() {
    const { places = {} } = model.get("board");
    const all = model.get("scene").pieces ?? [];
    return all.filter(([, , , place]) => place in places).map(([x, y]) => ({ x, y }));
  }

  function drawBoard() {
    const board = model.get("board");
    layer.ground.innerHTML = board.ground ?? "";
    layer.printed.innerHTML = board.printed ?? "";
    layer.areas.replaceChildren();
    const places = Object.entries(board.places ?? {});
    places.sort((one, other) => one[1].line - other[1].line);
    for (const [name, place] of places) {
      make("path", { d: place.outline, class: place.line ? "line" : "ground", "data-place": name }, layer.areas);
    }
    meanings.replaceChildren();
    for (const [drawn, meaning] of board.legend ?? []) {
      const sample = make("svg", { "aria-hidden": "true", viewBox: SAMPLE }, html("dt", {}, meanings));
      sample.innerHTML = drawn;
      html("dd", {}, meanings, meaning);
    }
    look();
  }

  // Begin with the part of the board that is asked for, or on a small screen where one can click.
  function look() {
    const [x, y, width, height] = model.get("start").length ? model.get("start") : frame();
    svg.style.setProperty("--ratio", `${width} / ${height}`);
    root.classList.toggle("part", model.get("start").length > 0);
    if (!svg.clientWidth) return;
    const corners = [{ x, y }, { x: x + width, y: y + height }];
    if (model.get("start").length) view.show(corners, { margin: 0, close: CLOSEST });
    else if (svg.clientWidth < NARROW) view.show(model.get("signs").length ? model.get("signs") : pieces());
    view.apply();
  }

  function drawScene() {
    const { places = {}, parts = {} } = model.get("board");
    const scene = model.get("scene");
    words.textContent = scene.words ?? "";
    drawHead(scene.head ?? {});
    layer.tints.replaceChildren();
    for (const [place, colour] of scene.tints ?? []) {
      if (places[place]) make("path", { d: places[place].outline, style: `fill: ${themed(colour)}` }, layer.tints);
    }
    layer.boxes.replaceChildren();
    for (const [x, y, width, height, fill, stroke] of scene.boxes ?? []) {
      make("rect", { x, y, width, height, style: `fill: ${themed(fill)}; stroke: ${themed(stroke)}` }, layer.boxes);
    }
    layer.pieces.innerHTML = (scene.pieces ?? [])
      .map(([x, y, angle, , of]) => `<g transform="translate(${x} ${y}) rotate(${angle})">${of.map((one) => parts[one] ?? "").join("")}</g>`)
      .join("");
    layer.arrows.replaceChildren();
    for (const way of scene.arrows ?? []) drawArrow(way);
    layer.losses.replaceChildren();
    for (const [x, y, , number, colour] of scene.losses ?? []) {
      const made = make("g", { transform: `translate(${x} ${y})` }, layer.losses);
      make("path", { d: BURST, style: `fill: ${colour}` }, made);
      make("text", {}, made, `−${number}`);
    }
    tell(null);
  }

  // What everybody knows that is nowhere on the map, as text.
  function drawHead({ clock, sides = [], notes, hours = [] }) {
    head.replaceChildren();
    if (!clock) return;
    const line = html("p", {}, head);
    html("b", { class: "clock" }, line, clock);
    for (const [said, colour] of sides) html("span", { style: `color: ${themed(colour)}` }, line, said);
    if (notes) html("span", {}, line, notes);
    const track = html("ol", { "aria-label": model.get("tools").hours }, head);
    for (const [hour, now, said, drawn] of hours) {
      const one = html("li", { "aria-label": said ? `${hour}, ${said}` : hour, title: said }, track, hour);
      if (now) one.setAttribute("aria-current", "time");
      for (const [sign, colour] of drawn) html("span", { style: `color: ${themed(colour)}` }, one, sign);
    }
  }

  function drawArrow(way) {
    let [x, y] = way[way.length - 1];
    if (way.length === 1) {
      for (const [name, width] of [["outer", 14], ["inner", 9]]) {
        make("circle", { cx: x, cy: y, r: 46, class: name, "stroke-width": width }, layer.arrows);
      }
      return;
    }
    const [a, b] = way[way.length - 2];
    const far = Math.hypot(x - a, y - b) || 1;
    const [u, v] = [(x - a) / far, (y - b) / far];
    if (far > 3 * BESIDE) [x, y] = [x - BESIDE * u, y - BESIDE * v]; // so that the piece is seen
    const neck = [x - 30 * u, y - 30 * v];
    const d = "M" + [...way.slice(0, -1), neck].map((point) => point.join(" ")).join("L");
    make("path", { d, class: "outer", "stroke-width": 16 }, layer.arrows);
    make("path", { d, class: "inner", "stroke-width": 10 }, layer.arrows);
    const [p, q] = [[neck[0] - 20 * v, neck[1] + 20 * u], [neck[0] + 20 * v, neck[1] - 20 * u]];
    make("path", { d: `M${p.join(" ")}L${x} ${y}L${q.join(" ")}Z`, class: "head", "stroke-width": 3 }, layer.arrows);
  }

  function drawMarks() {
    const before = document.activeElement?.getAttribute?.("data-key");
    layer.marks.replaceChildren();
    model.get("signs").forEach((mark, number) => {
      const key = `${mark.width ? "pieces" : mark.what} ${mark.place}`;
      const made = make("g", {
        class: mark.what, tabindex: 0, role: "button", "aria-label": mark.words, "data-key": key,
        transform: `translate(${mark.x} ${mark.y})`,
      }, layer.marks);
      make("title", {}, made, mark.words);
      if (mark.width) {
        const [x, y] = [-mark.width / 2, -mark.height / 2];
        make("rect", { x, y, width: mark.width, height: mark.height, rx: 9, class: "shape" }, made);
      } else if (mark.what === "attack") {
        make("rect", { x: -SIGN * 0.9, y: -SIGN * 0.9, width: SIGN * 1.8, height: SIGN * 1.8, rx: 3, class: "shape" }, made);
      } else {
        make("circle", { r: SIGN, class: "shape" }, made);
      }
      if (mark.text) make("text", {}, made, mark.text);
      made.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          event.stopPropagation();
          press(number);
        }
      });
      if (key === before) made.focus({ preventScroll: true });
    });
    const signs = model.get("signs");
    if (view.scale > 1 && signs.length && !signs.some(view.sees)) view.show(signs, { same: true });
  }

  function drawHints() {
    layer.hints.replaceChildren();
    const taken = [];
    const ways = model.get("hints");
    ways.forEach((way, number) => {
      if (!way.length) return;
      let [x, y] = way[way.length - 1];
      while (taken.some(([a, b]) => Math.hypot(a - x, b - y) < 2 * HINT)) x += 2 * HINT;
      taken.push([x, y]);
      if (way.length > 1) {
        // bent, each otherwise, so that ways from one place are told apart
        const [a, b] = way[0];
        const bend = 0.3 * (number - (ways.length - 1) / 2);
        const middle = [(a + x) / 2 + bend * (b - y), (b + y) / 2 + bend * (x - a)];
        make("path", { d: `M${a} ${b}Q${middle.join(" ")} ${x} ${y}` }, layer.hints);
      }
      make("circle", { cx: x, cy: y, r: HINT }, layer.hints);
      make("text", { x, y }, layer.hints, String(number + 1));
    });
  }

  function press(number) {
    layer.marks.children[number]?.classList.add("pressed");
    model.send({ mark: number, asked: model.get("asked") });
  }

  // The mark that a click is meant for: the one hit, else the nearest within a finger's reach.
  function nearest(event) {
    const hit = event.target.closest?.(".marks > g");
    if (hit) return [...layer.marks.children].indexOf(hit);
    const [x, y] = view.at(event);
    let [best, reach] = [-1, REACH / view.pixel()];
    model.get("signs").forEach((mark, number) => {
      const far = Math.hypot(Math.max(Math.abs(mark.x - x) - mark.width / 2, 0), Math.max(Math.abs(mark.y - y) - mark.height / 2, 0));
      if (far < reach) [best, reach] = [number, far];
    });
    return best;
  }

  // --- what is pointed at ------------------------------------------------------------------

  let pointed = null;
  function tell(area, event = null) {
    if (area && area === pointed) return;
    pointed?.classList.remove("pointed");
    pointed = area;
    area?.classList.add("pointed");
    const name = area?.getAttribute("data-place");
    const place = name && model.get("board").places[name];
    tip.replaceChildren();
    if (!place) return;
    html("b", {}, tip, place.name);
    for (const line of [...place.lines, ...(model.get("scene").known?.[name] ?? [])]) html("p", {}, tip, line);
    if (event) {
      const box = svg.getBoundingClientRect();
      tip.classList.toggle("right", event.clientX < box.left + box.width / 2);
    }
  }

  // --- fingers and mouse -------------------------------------------------------------------

  const fingers = new Map();
  let began = null;
  svg.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    began = fingers.size === 1 ? event : null;
  });
  svg.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) {
      tell(event.target.closest?.(".areas > *") ?? null, event);
      return;
    }
    if (fingers.size === 2) {
      const [other] = [...fingers.values()].filter((one) => one.pointerId !== event.pointerId);
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
      view.zoom(apart(event) / apart(last), view.at({
        clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2,
      }));
    } else if (view.scale > 1 && (!began || Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) > DRAG)) {
      began = null;
      svg.setPointerCapture(event.pointerId);
      root.classList.add("dragged");
      view.move(event.clientX - last.clientX, event.clientY - last.clientY);
    }
    fingers.set(event.pointerId, event);
  });
  function lift(event) {
    fingers.delete(event.pointerId);
    root.classList.remove("dragged");
  }
  svg.addEventListener("pointerup", (event) => {
    lift(event);
    if (!began || Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) > DRAG) return;
    began = null;
    const number = nearest(event);
    if (number >= 0) press(number);
    else tell(event.target.closest?.(".areas > *") ?? null, event);
  });
  svg.addEventListener("pointercancel", lift);
  svg.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") tell(null); // a finger has left when it is lifted
  });
  svg.addEventListener("dblclick", (event) => {
    if (!event.target.closest?.(".marks > g")) view.fit();
  });
  svg.addEventListener("wheel", (event) => {
    if (event.deltaY > 0 && view.scale === 1) return; // then the page is scrolled
    event.preventDefault();
    view.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), view.at(event));
  }, { passive: false });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in KEYS) KEYS[event.key].click();
    else if (event.key in WAYS && view.scale > 1) view.move(...WAYS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  function drawDark() {
    theme.textContent = `[data-jp-theme-light="false"] .marengo-vector { ${model.get("dark")} }`;
  }
  const drawn = { board: () => (drawBoard(), drawScene()), scene: drawScene, signs: drawMarks, hints: drawHints, start: look, dark: drawDark };
  for (const [name, draw] of Object.entries(drawn)) {
    draw();
    model.on(`change:${name}`, draw);
  }
  let begun = false;
  const watcher = new ResizeObserver(() => {
    if (!svg.clientWidth) return;
    if (begun) view.apply();
    else look();
    begun = true;
  });
  watcher.observe(svg);
  return () => {
    watcher.disconnect();
    for (const [name, draw] of Object.entries(drawn)) model.off(`change:${name}`, draw);
  };
}

export default { render };
