// Names the game of a page in its address; what else stood there of a game is done with.

export default {
  render({ model }) {
    const name = () => {
      const address = new URL(location.href);
      address.searchParams.delete("position");
      address.searchParams.delete("game");
      if (model.get("game")) address.searchParams.set("game", model.get("game"));
      history.replaceState(null, "", address);
    };
    model.on("change:game", name);
    name();
  },
};
