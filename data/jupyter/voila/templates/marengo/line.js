// A line to the kernel that may be cut: it looks like a WebSocket to Jupyter, and beneath it lies
// one after another. What was said is kept until the other side has heard it, and said again by the
// next one; each side counts, so that nothing is heard twice (marengo/widgets/page.py).
(() => {
  const EVERY = 400; // milliseconds between two questions whether the other side hears
  const LATE = 1100; // after so many without an answer the line is taken for cut,
  const DEAD = 5000; // and after so many another one is tried
  const ELSEWHERE = 4001; // how a line ends whose seat has other pages now
  const Socket = window.WebSocket;

  const place = document.createElement("div");
  place.id = "marengo-line";
  place.role = "alert";
  place.dataset.told = "";

  function tell(text, button = "") {
    if (place.dataset.told === text) return;
    document.body.append(place);
    place.dataset.told = place.textContent = text;
    if (button) {
      const pressed = place.appendChild(document.createElement("button"));
      pressed.textContent = button;
      pressed.addEventListener("click", () => location.reload());
    }
    const cells = document.getElementById("rendered_cells");
    if (cells) cells.inert = Boolean(text); // nothing is clicked that nobody would hear for now
  }

  // Loads the page anew as soon as somebody looks at it.
  function renew() {
    if (document.visibilityState === "visible") location.reload();
    else document.addEventListener("visibilitychange", renew, { once: true });
  }

  class Line {
    onopen = null;
    onmessage = null;
    onclose = null;
    onerror = null;
    binaryType = "arraybuffer";
    protocol = "";
    #kept = []; // what was said and may not have been heard,
    #first = 0; // and the number of the first of it
    #received = 0;
    #asked = 0; // since when an answer is awaited; 0 if none is
    #ready = false; // whether the other side has said how far it is
    #ended = false;

    constructor(url, protocols) {
      this.url = url;
      this.protocols = protocols;
      this.#connect();
      this.clock = setInterval(() => this.#look(), EVERY);
    }

    send(data) {
      this.#kept.push(data);
      if (this.#ready) this.socket.send(data);
    }

    close() {
      this.#ended = true;
      clearInterval(this.clock);
      this.socket.close();
    }

    #connect() {
      const socket = new Socket(`${this.url}&line=${this.#received}`, this.protocols);
      const mine = (act) => (event) => socket === this.socket && !this.#ended && act(event);
      this.socket?.close();
      this.socket = socket;
      this.#ready = false;
      this.#asked = performance.now();
      socket.binaryType = "arraybuffer";
      socket.onmessage = mine(({ data }) => this.#hear(data));
      socket.onclose = mine((event) => this.#lose(event));
    }

    #hear(data) {
      if (typeof data !== "string") {
        this.#received += 1;
        this.onmessage?.({ data });
        return;
      }
      if (Number(data) < this.#first) { // it remembers nothing of this line
        this.close();
        renew();
        return;
      }
      this.#kept.splice(0, Number(data) - this.#first);
      this.#first = Number(data);
      this.#asked = 0;
      tell("");
      if (this.#ready) return;
      this.#ready = true;
      for (const one of this.#kept) this.socket.send(one);
      if (this.protocol) return;
      this.protocol = this.socket.protocol;
      this.onopen?.({});
    }

    #look() {
      const waited = this.#asked ? performance.now() - this.#asked : 0;
      if (waited > LATE && this.protocol) tell(words.cut);
      if (waited > DEAD) this.#connect();
      else if (this.#ready && !this.#asked) {
        this.#asked = performance.now();
        this.socket.send(String(this.#received));
      }
    }

    async #lose(event) {
      if (!this.protocol) { // it never was a line: Jupyter sees to that
        this.close();
        this.onclose?.(event);
        return;
      }
      this.#ready = false;
      if (event.code === ELSEWHERE) {
        this.close();
        tell(words.elsewhere, words.here);
        return;
      }
      this.#asked ||= performance.now() - LATE;
      tell(words.cut);
      const kernel = this.url.replace(/^ws/, "http").replace(/\/channels.*/, "");
      const answer = await fetch(kernel, { cache: "no-store" }).catch(() => null);
      if (this.#ended) return;
      if (answer?.status === 404) {
        this.close();
        renew();
      } else if (answer?.ok) this.#connect();
      // else nobody answers, and another line is tried when this one has been dead for long enough
    }
  }

  window.WebSocket = new Proxy(Socket, {
    construct: (target, [url, protocols]) =>
      String(url).includes("/channels?") ? new Line(String(url), protocols) : new target(url, protocols),
  });
})();
