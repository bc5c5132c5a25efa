// Runs before the first paint, so that a page in the chosen appearance never flashes in the other one, and before
// anything else is loaded, so that a phone that changes its network in the middle of that tries again by itself.
// A classic script, because modules wait for the whole document.
(function () {
  "use strict";

  // Addresses used to stand after a "#".
  var old = /^#\/(.*)$/.exec(window.location.hash);
  if (old) window.location.replace(new URL(old[1], new URL(document.documentElement.dataset.root || "./", document.baseURI)).href);

  // The server has remembered a language that was chosen; whoever gets the address has one of his own.
  var here = new URL(window.location.href);
  if (here.searchParams.has("lang")) {
    here.searchParams.delete("lang");
    window.history.replaceState(window.history.state, "", here.href);
  }

  var TRIES = 5;
  var KEY = "kibitz.tries";

  /** @param {"localStorage" | "sessionStorage"} kind @param {string} key */
  function stored(kind, key) {
    try {
      return window[kind].getItem(key);
    } catch (refused) {
      return null; // Storage may be switched off; the system's appearance is used.
    }
  }

  var chosen = stored("localStorage", "kibitz.appearance");
  if (chosen === '"light"' || chosen === '"dark"') document.documentElement.dataset.appearance = JSON.parse(chosen);

  var again = 0;
  window.addEventListener(
    "error",
    function (event) {
      var part = event.target;
      var needed = part instanceof HTMLScriptElement || (part instanceof HTMLLinkElement && part.rel === "stylesheet");
      var tries = Number(stored("sessionStorage", KEY));
      if (!needed || again || tries >= TRIES) return;
      try {
        window.sessionStorage.setItem(KEY, String(tries + 1));
      } catch (refused) {
        return; // Without a memory there would be no end to it.
      }
      again = window.setTimeout(function () { window.location.reload(); }, 500 * Math.pow(2, tries));
    },
    true,
  );
  window.addEventListener("load", function () {
    if (again) return;
    try {
      window.sessionStorage.removeItem(KEY);
    } catch (refused) {
      // Nothing was remembered either.
    }
  });
})();
