/* Draws the OpenAPI document with Swagger UI, in place of the plain list that the server wrote.

   Nothing is fetched but the document and what is tried out, and no token is kept. */
(function () {
  "use strict";

  var root = document.documentElement;
  var drawn = document.getElementById("drawn");
  var dark = matchMedia("(prefers-color-scheme: dark)");

  // Swagger UI knows neither the system's colours nor those chosen here: it is dark where this class stands.
  function colours() {
    root.classList.toggle("dark-mode", root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  }
  colours();
  dark.addEventListener("change", colours);
  if (!window.SwaggerUIBundle) return;  // it did not come: the list stays

  // Swagger UI's own layout has a <main>, a heading and a choice of servers: the page has the first two, and there is
  // no choice. And it puts a link into the button that opens an operation, where no keyboard finds it.
  function parts(system) {
    var element = system.React.createElement;
    function Parts() {
      return element("div", { className: "swagger-ui" },
        element(system.getComponent("SvgAssets")),
        element(system.getComponent("errors", true)),
        element(system.getComponent("AuthorizeBtnContainer", true)),
        element(system.getComponent("operations", true)),
        element(system.getComponent("Models", true)));
    }
    function DeepLink(props) { return element("span", null, props.text); }
    return { components: { Parts: Parts, DeepLink: DeepLink } };
  }

  // What those who hear the page, or have no mouse, would miss: a name that is not the one that is seen, a table that
  // says that it is none, a heading three levels too low, text that scrolls and cannot be reached.
  var MENDED = [
    [".auth-btn-wrapper [aria-label]", "aria-label", null],
    ["#auth-bearer-value", "aria-label", null],
    [".responses-table[role]", "role", null],
    [".auth-container h6", "role", "none"],
    ["pre.microlight", "tabindex", "0"]
  ];
  function mend() {
    MENDED.forEach(function (one) {
      drawn.querySelectorAll(one[0]).forEach(function (node) {
        if (one[2] === null) node.removeAttribute(one[1]);
        else node.setAttribute(one[1], one[2]);
      });
    });
  }
  new MutationObserver(mend).observe(drawn, { childList: true, subtree: true });

  drawn.addEventListener("keydown", function (event) {
    var close = event.key === "Escape" && drawn.querySelector(".dialog-ux .btn-done");
    if (close) close.click();
  });

  window.SwaggerUIBundle({
    url: drawn.dataset.document,
    domNode: drawn,
    plugins: [parts],
    layout: "Parts",
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    deepLinking: true,
    syntaxHighlight: { theme: "tomorrow-night" },  // the one whose colours can be told from their ground
    validatorUrl: null,  // the badge would ask another host
    onComplete: function () {
      document.getElementById("offered").hidden = true;
      drawn.hidden = false;
    }
  });
})();
