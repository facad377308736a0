// Says in the title of the window, and by a sound if that is wished, that one is to move; hears
// keys on the page of a game: what is typed into a field is not meant; and keeps the board in sight
// when a notebook is run.

const FIELDS = "input:not([type=checkbox]), textarea, select";
const LENGTH = 0.15; // seconds of a tone
const SETTLED = 1500; // milliseconds in which a notebook that was run comes to rest

function order({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (!ctrlKey && !metaKey) return null;
  if (key.toLowerCase() === "z") return altKey ? "turn" : shiftKey ? "redo" : "undo";
  return key.toLowerCase() === "y" ? "redo" : null;
}

function ring(sound) {
  const [voice, volume] = [sound.createOscillator(), sound.createGain()];
  const now = sound.currentTime;
  voice.frequency.setValueAtTime(660, now);
  voice.frequency.setValueAtTime(880, now + LENGTH);
  volume.gain.setValueAtTime(0.15, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 2 * LENGTH);
  voice.connect(volume).connect(sound.destination);
  voice.start(now);
  voice.stop(now + 2 * LENGTH);
}

// JupyterLab shows the last cell when all are run. Until somebody does something else himself, the
// board is shown when it is there, and when the last cell is done.
function keepInSight(board, ended) {
  const notebook = board.closest(".jp-NotebookPanel");
  const running = notebook?.querySelector(".jp-Notebook-ExecutionIndicator");
  if (running?.dataset.status !== "busy") return;
  const given = new AbortController();
  const show = () => {
    const { top } = board.getBoundingClientRect();
    const view = notebook.getBoundingClientRect();
    if (top < view.top || top > view.top + view.height / 2) board.scrollIntoView({ block: "start" });
  };
  const watched = new MutationObserver(() => {
    if (running.dataset.status !== "idle") return;
    watched.disconnect();
    show();
    setTimeout(() => given.abort(), SETTLED);
  });
  given.signal.addEventListener("abort", () => watched.disconnect());
  ended.addEventListener("abort", () => given.abort());
  for (const act of ["wheel", "pointerdown", "keydown", "touchstart"])
    document.addEventListener(act, () => given.abort(), { signal: given.signal, capture: true, passive: true });
  document.addEventListener("scroll", show, { signal: given.signal, capture: true });
  watched.observe(running, { attributes: true });
  show();
}

export default {
  render({ model, el }) {
    const page = () => el.closest(".marengo-page");
    const label = document.createElement("label");
    const wished = document.createElement("input");
    wished.type = "checkbox";
    label.append(wished, ` ${model.get("words")}`);
    el.append(label);
    let sound = null; // browsers allow none before something was clicked
    wished.addEventListener("change", () => wished.checked && ring((sound ??= new AudioContext())));

    const sign = `${model.get("sign")} – `;
    function tell(mine) {
      document.title = (mine ? sign : "") + document.title.replace(sign, "");
      if (mine && wished.checked) ring(sound);
    }
    function hear(event) {
      const here = page()?.contains(event.target) || event.target === document.body;
      const given = here && !event.target.matches(FIELDS) && el.checkVisibility() && order(event);
      if (!given) return;
      event.preventDefault();
      model.send({ order: given });
    }
    const keep = () => page()?.setAttribute("data-lm-suppress-shortcuts", "true");
    const ended = new AbortController();
    document.addEventListener("keydown", hear, ended);
    document.addEventListener("focusin", keep, ended); // JupyterLab would hear them before
    model.on("change:mine", () => tell(model.get("mine")));
    tell(model.get("mine"));
    requestAnimationFrame(() => page() && keepInSight(page(), ended.signal)); // it is laid out then
    return () => (ended.abort(), tell(false));
  },
};
