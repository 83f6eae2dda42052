/* Keeps an open page up to date (docs/live.md). Every page works without this file.

   One stream while the page is in sight says which match has which version; where streams are cut the page asks
   every few seconds. What is newer is fetched as a fresh copy of the page and morphed in, unless somebody has begun
   to fill in a form: then a notice says what happened. Words come in data-attributes, in the language of the page. */
(function () {
  "use strict";

  var ASK_MS = 4000;        // how often the page asks where streams are cut
  var FIRST_MS = 6000;      // a stream that has said nothing by then is held back by somebody on the way
  var SILENT_MS = 40000;    // the server says something every 15 s
  var AGAIN_MS = 30000;     // how often a stream is tried again while the page asks
  var TELL_MS = 10000;      // how often a phone says at most that something is being entered on it
  var TOLD = "entering";    // where this tab keeps that it told so
  var TELL_AFTER_MS = 700;  // a form that is saved sooner is not worth a word, which would come after it
  var WASH_MS = 700;
  var CONTROLS_MS = 5000;
  var FIGURES = ".scores td, .scores tfoot td, .stood, .moved, .teams dd, .left, .pay-line, .sum, .headline, .verdict, .bids .figure";

  function all(selector, within) { return Array.from((within || document).querySelectorAll(selector)); }
  function one(selector, within) { return (within || document).querySelector(selector); }
  function fill(template, values) {
    return (template || "").replace(/\{(\w+)\}/g, function (whole, key) { return key in values ? values[key] : whole; });
  }

  /* ---- What the page shows, and what is known to be newer ---- */
  var latest = {};          // by match: the newest version heard of
  var passed = {};          // by match: the newest version that a notice told of
  var first = true;         // the first that is heard says which matches there are
  var presence = { following: 0, entering: [] };
  var heardAt = Date.now();
  var state = "";           // "live" or "offline"

  function sign() { return one("#live-state"); }
  function shown() { return JSON.parse(sign().dataset.versions); }
  function behind() {
    var here = shown(), every = "everyMatch" in sign().dataset;
    return Object.keys(latest).some(function (number) {
      var known = Math.max(passed[number] === undefined ? -1 : passed[number], number in here ? here[number] : -1);
      return (number in here || every) && latest[number] > known;
    });
  }
  function heardVersions(versions) {
    var newest = Math.max.apply(null, Object.keys(versions).map(Number));
    var known = Math.max.apply(null, Object.keys(latest).concat(Object.keys(shown())).map(Number));
    Object.keys(versions).forEach(function (number) { latest[number] = Math.max(latest[number] || 0, versions[number]); });
    if (!first && newest > known && !("everyMatch" in sign().dataset)) another(newest);
    first = false;
    check();
  }
  function another(number) {
    var place = sign().dataset.live.replace(/live$/, number + "/");
    if ("follow" in sign().dataset) location.replace(place + "board/"); else tell(sign().dataset.next, place);
  }
  function heard(next) {
    heardAt = Date.now();
    show(next || "live");
  }

  /* ---- The header ---- */
  function show(next) {
    state = next || state;
    var place = sign();
    if (!place || !state) return;
    place.dataset.state = state;
    var watches = "watches" in place.dataset, said = "", short = "", icon = "eye";
    if (state === "offline") { said = place.dataset.offline; icon = "no-signal"; }
    else if (watches) { said = place.dataset.liveWord; icon = "dot"; }
    else if (presence.following) {
      said = fill(place.dataset.following, { n: presence.following });
      short = String(presence.following);
    }
    if (one(".in-words", place)) {
      one(".in-words", place).textContent = said;
      one(".in-short", place).textContent = short;
      var use = one("use", place);
      use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#" + icon));
      place.hidden = !said;
      shorten(place, Boolean(short));
    }
    clock();
  }

  // Only the number, where the words would make the header's other line wrap. Trying it must not move the page.
  function shorten(place, can) {
    var root = document.documentElement, status = one(".what p");
    root.style.overflowAnchor = "none";
    place.classList.remove("short");
    var wraps = status && status.offsetHeight > 1.6 * parseFloat(getComputedStyle(status).lineHeight);
    place.classList.toggle("short", can && Boolean(wraps));
    requestAnimationFrame(function () { root.style.overflowAnchor = ""; });
  }

  /* ---- The stream, and asking where there is none ---- */
  var source = null, asking = null, openedAt = 0, replaced = false;

  function open() {
    if (source || replaced || document.hidden || !sign() || !window.EventSource) return;
    openedAt = Date.now();
    var spoke = false, mine = source = new EventSource(sign().dataset.live);
    function on(name, act) {
      mine.addEventListener(name, function (event) {
        if (source !== mine) return;
        spoke = true;
        rest();
        heard();
        if (act) act(JSON.parse(event.data));
      });
    }
    on("ping");
    on("versions", heardVersions);
    on("presence", function (now) { presence = now; show(); entering(); });
    on("stopped", stopped);
    on("replaced", function () { replaced = true; close(); ask(); });
    mine.onerror = function () {
      if (source !== mine) return;
      if (mine.readyState === EventSource.CLOSED) close();  // refused; the browser itself tries again after all else
      ask();
    };
    setTimeout(function () { if (source === mine && !spoke) { close(); ask(); } }, FIRST_MS);
  }
  function close() {
    if (source) source.close();
    source = null;
  }
  function rest() { clearInterval(asking); asking = null; }
  function ask() {
    if (asking || document.hidden || !sign()) return;
    asking = setInterval(asked, ASK_MS);
    asked();
  }
  function asked() {
    if (document.hidden || !sign()) return;
    if (!source && Date.now() - openedAt > AGAIN_MS) open();
    fetch(sign().dataset.live + "/now", { signal: window.Scorekeeper.patience() }).then(function (answer) {
      if (gone(answer)) { stopped(); return null; }
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    }).then(function (now) {
      if (!now) return;
      if (state === "offline" && !source) openedAt = 0;  // the server is back: the next time a stream is tried
      heard();
      presence = now;
      entering();
      show();
      heardVersions(now.versions);
    }).catch(function () { show("offline"); });
  }
  function gone(answer) { return answer.status === 404 || answer.status === 410; }
  function stopped() {
    close();
    rest();
    location.reload();
  }
  setInterval(function () {
    if (source && Date.now() - heardAt > SILENT_MS) { close(); ask(); open(); }
  }, AGAIN_MS / 3);

  function sleep() { close(); rest(); }
  function wake() {
    replaced = false;
    heardAt = Date.now();
    open();
    if (!source) ask();
  }
  document.addEventListener("visibilitychange", function () { if (document.hidden) sleep(); else wake(); });
  addEventListener("pagehide", function () { sleep(); left(); });
  addEventListener("pageshow", function (event) { if (event.persisted) wake(); });
  addEventListener("online", wake);
  addEventListener("resize", function () { show(); });

  /* ---- Forms that somebody has begun to fill in ---- */
  var begun = false;
  function answered(form) {
    return Array.from(form.elements).some(function (control) {
      if (control.type === "radio" || control.type === "checkbox") return control.checked && control.value !== "";
      return control.matches("input, textarea") && control.type !== "hidden" && control.value;
    });
  }
  function busyHere() {
    var ours = window.Scorekeeper;  // what waits on this phone is shown in place of the page
    return begun || ours.waiting > 0 || Boolean(ours.offline && ours.offline.unsaved) || all("main form[data-draft]").some(answered);
  }
  document.addEventListener("input", function (event) {
    if (!event.target.closest("main form") || event.target.closest("[data-theme-choice]")) return;
    begun = true;
    if (event.isTrusted) tapped(event.target.form);  // a form that is filled in again by a script is nobody's tap
  });

  /* ---- A fresh copy of the page ---- */
  var fetching = false, editions = {};

  function check() {
    if (!sign() || !behind() || fetching || document.hidden) return;
    if (one("form[data-sent]")) return;  // saving: the next page is a fresh one
    if (one(".htmx-request")) { setTimeout(check, 200); return; }
    freshen();
  }
  function address() {
    var url = new URL(location.href), open = one("#sheet tr.open");
    url.searchParams.delete("done");
    if (open && !one("[data-beside]")) url.searchParams.set("open", open.id.replace("hand-", ""));
    return url;
  }
  function freshen() {
    var url = address(), place = url.pathname + url.search, headers = { "X-Live": "1" };
    if (editions[place]) headers["If-None-Match"] = editions[place];
    fetching = true;
    fetch(place, { headers: headers, signal: window.Scorekeeper.patience() }).then(function (answer) {
      if (gone(answer)) { stopped(); return null; }
      if (answer.status === 304) { pass(latest); return null; }
      if (!answer.ok) throw new Error(String(answer.status));
      editions[place] = answer.headers.get("ETag");
      return answer.text().then(function (text) { return take(text, answer, url); });
    }).catch(function () { setTimeout(check, ASK_MS); }).then(function () {
      fetching = false;
      if (sign() && behind()) setTimeout(check, 200);
    });
  }
  function pass(versions) { Object.keys(versions).forEach(function (number) { passed[number] = versions[number]; }); }
  function take(text, answer, url) {
    var copy = new DOMParser().parseFromString(text, "text/html"), theirs = one("#live-state", copy);
    var elsewhere = new URL(answer.url).pathname !== url.pathname;
    if (!theirs) return;
    if (busyHere()) {
      pass(JSON.parse(theirs.dataset.versions));
      tell(theirs.dataset.news || "", url.pathname.replace(/\/s\/([^/]+)\/(\d+)\/.*/, "/s/$1/$2/scores/"));
      return;
    }
    if (elsewhere || !window.htmx) { location.replace(answer.url); return; }
    keep(copy);
    return morph(copy, theirs.dataset.news).then(function () {
      if ("loud" in theirs.dataset) tell(theirs.dataset.news, url.pathname.replace(/\/s\/([^/]+)\/(\d+)\/.*/, "/s/$1/$2/scores/"));
    });
  }
  // What is said only once, and what was fetched beside the page, stays.
  function keep(copy) {
    var toast = one("#toast"), aside = one("[data-beside]"), theirs = one("[data-beside]", copy);
    if (toast && !one("#toast", copy)) {
      toast = copy.importNode(toast, true);
      all("button", toast).forEach(function (button) { button.remove(); });  // it would take back something newer
      one("#live", copy).before(toast);
    }
    if (aside && theirs) theirs.innerHTML = aside.innerHTML;
  }
  function morph(copy, news) {
    var watch = new MutationObserver(function () { /* read below */ }), focused = document.activeElement;
    watch.observe(one("main"), { childList: true, characterData: true, subtree: true });
    return window.htmx.swap({
      text: copy.documentElement.outerHTML, target: document.body, sourceElement: document.body, swap: "innerMorph"
    }).then(function () {
      var changes = watch.takeRecords();
      watch.disconnect();
      wash(changes);
      document.title = copy.title;
      if (!focused.isConnected && document.activeElement === document.body) one("h1").focus({ preventScroll: true });
      if (news) one("#live").textContent = news;
      show();
      entering();
      beside();
    });
  }
  function wash(changes) {
    var changed = new Set();
    changes.forEach(function (change) {
      [change.target].concat(Array.from(change.addedNodes)).forEach(function (node) {
        var element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
        var figure = element && element.closest(FIGURES);
        if (figure) changed.add(figure);
        else if (element && node !== change.target) all(FIGURES, element).forEach(function (inner) { changed.add(inner); });
      });
    });
    changed.forEach(function (figure) {
      figure.classList.add("wash");
      setTimeout(function () { figure.classList.remove("wash"); }, WASH_MS);
    });
  }
  function beside() {
    var aside = one("[data-beside]");
    if (aside && aside.childElementCount) window.htmx.ajax("GET", aside.dataset.beside, { target: aside, swap: "innerMorph" });
  }
  document.addEventListener("htmx:after:swap", function (event) {
    if (event.detail.ctx.target === document.body) begun = false;
    show();
    entering();
    check();
  });

  /* ---- A quiet notice, where the page itself is left alone ---- */
  function tell(text, place) {
    var main = one("main"), notice = one("#news") || document.createElement("p"), link = document.createElement("a");
    if (!text || !main) return;
    notice.id = "news";
    notice.className = "notice";
    notice.setAttribute("role", "status");
    link.href = place;
    link.textContent = sign().dataset.look;
    notice.replaceChildren(document.createTextNode(text + " "), link);
    main.prepend(notice);
  }

  /* ---- Who is entering the same hand ---- */
  var toldAt = 0, toldAbout = null, telling = null, mine = {};
  function post(fields) {
    var body = new FormData();
    body.set("csrf_token", toldAbout.token);
    Object.keys(fields).forEach(function (name) { body.set(name, fields[name]); });
    navigator.sendBeacon(toldAbout.address, body);
  }
  function tapped(form) {
    var block = one("#presence");
    if (!form || form.id !== "entry" || !block || !block.dataset.tell) return;
    if (telling || Date.now() - toldAt < TELL_MS) return;
    telling = setTimeout(function () {
      var token = one('[name="csrf_token"]');
      telling = null;
      if (!token || one("form[data-sent]")) return;
      toldAt = Date.now();
      remember({ address: block.dataset.tell, token: token.value });
      post({ unit: block.dataset.unit });
    }, TELL_AFTER_MS);
  }
  function left() {
    clearTimeout(telling);
    telling = null;
    toldAt = 0;
    if (toldAbout) post({ "do": "left" });
  }
  // A word said while a page goes away is lost now and then. The next page says it again.
  function remember(told) {
    toldAbout = told;
    try {
      if (told) sessionStorage.setItem(TOLD, JSON.stringify(told)); else sessionStorage.removeItem(TOLD);
    } catch (error) { /* then it is over by itself after a while */ }
  }
  function cameFrom() {
    try { toldAbout = JSON.parse(sessionStorage.getItem(TOLD)); } catch (error) { return; }
    left();
    remember(null);
  }
  function entering() {
    var block = one("#presence");
    if (!block) return;
    var at = block.dataset, other = presence.entering.find(function (one) {
      return String(one.match) === at.match && String(one.unit) === at.unit;
    });
    var who = other && (other.who || at.another);
    block.hidden = !other || Boolean(mine[at.match + "." + at.unit]);
    if (!other) return;
    one("[data-who-enters]", block).textContent = fill(at.said, { who: who });
    if (at.let) one("[data-who-may]", block).textContent = other.who ? fill(at.let, { who: who }) : at.letOther;
  }
  document.addEventListener("click", function (event) {
    var block = event.target.closest("[data-do-it]") && one("#presence");
    if (!block) return;
    mine[block.dataset.match + "." + block.dataset.unit] = true;
    entering();
    toldAt = 0;
    tapped(one("form#entry"));  // the other phone is to see it
    var button = one(".bar:not(.presence) button:not(.nojs)");
    if (button) button.focus();
  });

  /* ---- The board: the time, or since when nothing was heard; the way out for a moment ---- */
  function time(moment) {
    return new Date(moment).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  }
  function clock() {
    var hands = one("[data-clock]"), lost = one("[data-lost-since]");
    if (!hands || !lost) return;
    hands.textContent = time(Date.now());
    hands.hidden = state === "offline";
    lost.hidden = !hands.hidden;
    lost.textContent = fill(lost.dataset.lostSince, { time: time(heardAt) });
  }
  var controls = null;
  document.addEventListener("click", function () {
    if (!one("[data-board]")) return;
    document.body.classList.add("board-controls");
    clearTimeout(controls);
    controls = setTimeout(function () { document.body.classList.remove("board-controls"); }, CONTROLS_MS);
  });

  document.addEventListener("DOMContentLoaded", function () {
    if (!sign()) return;
    clock();
    setInterval(clock, 1000);
    cameFrom();
    wake();
  });
})();
