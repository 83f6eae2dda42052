/* What the phone itself can do: stay awake, hand a link on, copy it, print. Words come in data-attributes.

   Plain http is no secure context: there the screen is kept awake by a silent film, started by a tap, and copying
   goes by selection. */
(function () {
  "use strict";

  var S = window.Scorekeeper;
  var lock = null, film = null;

  /* ---- The screen stays awake while a table is open ---- */
  function wanted() { return S.one("[data-awake], [data-board]"); }
  function hold() {
    if (!wanted() || document.hidden || lock || film) return;
    if (!navigator.wakeLock) { offer("plain"); return; }
    navigator.wakeLock.request("screen").then(function (held) {
      lock = held;
      offer(null);
      held.addEventListener("release", function () { lock = null; });
    }, function () {
      // Safari grants it to who has tapped the page, and a table is tapped all the time: no need to ask for it.
      if (navigator.userActivation && navigator.userActivation.isActive) { offer("refused"); return; }
      document.addEventListener("click", hold, { capture: true, once: true });
    });
  }
  function offer(why) {
    var line = S.one("[data-awake]");
    if (!line) return;
    line.hidden = !why;
    if (!why || line.dataset.why === why) return;
    line.dataset.why = why;
    var said = why === "plain" && isSecureContext ? line.dataset.refused : line.dataset[why];
    // In Safari a film without sound keeps nothing awake, and one with sound would stop the music.
    if (!navigator.wakeLock && "webkitSetPresentationMode" in HTMLVideoElement.prototype) {
      line.replaceChildren(said);
      return;
    }
    var tap = document.createElement("button");
    tap.type = "button";
    tap.className = "link";
    tap.append(Object.assign(document.createElement("span"), { textContent: line.dataset.tap }));
    tap.addEventListener("click", function () { if (navigator.wakeLock) hold(); else play(line); });
    line.replaceChildren(said, " ", tap);
  }
  // A film that plays keeps a phone awake: in Chrome if it is as large as this one, in Firefox if it has a sound
  // track. Ours has two grey seconds of silence, and is muted, so that it stops no music.
  function play(line) {
    film = Object.assign(document.createElement("video"), { muted: true, loop: true, playsInline: true });
    film.setAttribute("aria-hidden", "true");
    [["Webm", "video/webm"], ["Mp4", "video/mp4"]].forEach(function (kind) {
      if (!line.dataset["video" + kind[0]]) return;
      film.append(Object.assign(document.createElement("source"), { src: line.dataset["video" + kind[0]], type: kind[1] }));
    });
    film.className = "film";
    document.documentElement.append(film);  // not into the body, which an auction replaces
    line.hidden = true;
    film.play().catch(function () {
      film.remove();
      film = null;
      delete line.dataset.why;
      offer("refused");
    });
  }
  document.addEventListener("visibilitychange", function () {
    if (document.hidden) return;
    if (film) film.play().catch(function () { /* the next tap */ });
    hold();
  });
  // The answer to a bid brings the line anew, empty.
  document.addEventListener("htmx:after:swap", function () {
    var line = S.one("[data-awake]");
    if (line && !line.childElementCount) delete line.dataset.why;
    hold();
  });
  document.addEventListener("DOMContentLoaded", function () {
    hold();
    S.all("[data-share]").forEach(function (button) { button.hidden = !navigator.share; });
  });

  /* ---- A link to others ---- */
  document.addEventListener("click", function (event) {
    var share = event.target.closest("[data-share]");
    // Closing the sheet again is no error.
    if (share) navigator.share({ title: document.title, url: share.dataset.share }).catch(function () { /* closed */ });
    var copy = event.target.closest("[data-copy]");
    if (copy) copied(copy, S.one(copy.dataset.copy));
    if (event.target.closest("[data-print]")) window.print();
  });
  function copied(button, field) {
    var done = function () {
      S.say(button.dataset.said);
      button.lastElementChild.textContent = button.dataset.said;
    };
    var bySelection = function () {
      field.focus();
      field.select();
      if (document.execCommand("copy")) done();  // else it stands there selected, to be copied by hand
    };
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, bySelection);
    else bySelection();
  }
})();
