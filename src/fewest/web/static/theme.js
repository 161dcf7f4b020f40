// Runs before the first paint, so that nothing flashes. Sets the stored theme and palette, and whether the page starts
// with the first suggestion of today's game.

(() => {
  const kept = (/** @type {string} */ key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage may be forbidden
    }
  };
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = kept("fewest-theme") ?? (dark ? "dark" : "light");
  root.dataset.palette = kept("fewest-palette") ?? "usual";
  const { hash, pathname, search } = location;
  const isPlain = root.dataset.engine ? hash.length < 2 : /^\/(assistant)?$/.test(pathname) && !search;
  root.dataset.start = isPlain && !kept("fewest-assistant") && !kept("fewest-past-name") ? "first" : "other";
})();
