/* Runs before the first paint: says that scripts work, and puts on the colours chosen on this phone. */
(function () {
  "use strict";
  var root = document.documentElement;
  root.classList.add("js");
  try {
    var theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") {
      root.dataset.theme = theme;
      document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
        meta.content = theme === "dark" ? "#08110D" : "#0F3D2C";
      });
    }
  } catch (refused) { /* storage is closed: follow the system */ }
})();
