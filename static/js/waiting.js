/* What waits on this phone, shown; the form for the next hand, round or turn; the alarm when nothing can be kept.

   Words come from parts/_waiting.html. offline.js says when to draw. Nothing is computed here. */
(function () {
  "use strict";

  var S = window.Scorekeeper, O = S.offline, W = window.Waiting;
  var box = S.one("#waiting"), words = S.one("#waiting-words").dataset, main = S.one("#main");
  var aside = document.createDocumentFragment();  // the page itself, while something of it waits
  var form = null;                                // the form for a whole unit, while it is open
  var asked = null;                               // the unanswered questions that were pointed out once

  function make(tag, options) {
    var element = document.createElement(tag);
    Object.entries(options || {}).forEach(function (pair) {
      if (pair[0] in element && pair[0] !== "form") element[pair[0]] = pair[1]; else element.setAttribute(pair[0], pair[1]);
    });
    element.append.apply(element, Array.prototype.slice.call(arguments, 2).filter(Boolean));
    return element;
  }
  function icon(name) {
    var svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    var use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    svg.setAttribute("class", "i");
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", words.icons + "#" + name);
    svg.append(use);
    return svg;
  }
  function button(label, act, look) {
    return make("button", { type: "button", className: "btn" + (look ? " " + look : ""), onclick: act }, make("span", {}, label));
  }
  function time(at) { return new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" }); }
  function lower(text) { return text.charAt(0).toLowerCase() + text.slice(1); }
  function unitName(unit) { return O.part ? O.part.dataset.units.replace("{n}", unit) : String(unit); }
  function nameOf(entry) { return entry.whole && O.part ? unitName(entry.unit) : entry.what; }
  function next() {
    return O.mine().reduce(function (most, entry) {
      return Math.max(most, entry.unit + (entry.completes ? 1 : 0));
    }, O.unit());
  }

  /* ---- The page itself goes aside while an entry of it waits, and comes back ---- */
  function setAside(away) {
    if (away && !aside.childNodes.length) {
      Array.from(main.childNodes).forEach(function (node) { if (node !== box && node.id !== "waiting-words") aside.append(node); });
    } else if (!away && aside.childNodes.length) main.append(aside);
  }

  /* ---- The notice at the top, and the list ---- */
  function notice(entries) {
    var stuck = entries.find(function (entry) { return entry.state === "refused"; });
    var silent = O.since !== null || navigator.onLine === false;
    var title = stuck ? words.stuck : silent ? S.fill(words.since, { time: time(O.since || entries[0].at) }) : words.sending;
    var count = entries.length === 1 ? words.one : S.fill(words.many, { n: entries.length });
    var place = stuck || entries[0];
    return make("div", { className: "no-signal", role: "status" },
      icon(stuck ? "warning" : "no-signal"),
      make("p", {}, make("b", {}, title), make("br"), count),
      O.handPage && place.match === O.path ? button(words.try, function () { O.flush(); }) :
        make("a", { className: "btn", href: place.match }, words.show));
  }
  function reason(entry) {
    var page = new DOMParser().parseFromString(entry.text || "", "text/html");
    var errors = Array.from(page.querySelectorAll("main .error"), function (one) { return one.textContent.trim().replace(/\s+/g, " "); });
    if (errors.length) return Array.from(new Set(errors)).join(" ");
    // Of two versions side by side what the other phone entered is the reason.
    var said = page.querySelector(".two-books tbody td:last-child") || page.querySelector("main p");
    var title = page.querySelector("main h1, main h2") || page.querySelector("h1");
    return [title, said].filter(Boolean).map(function (one) { return one.textContent.trim(); }).join(": ") || String(entry.status);
  }
  function row(entry) {
    var refused = entry.state === "refused";
    var what = make("div", { className: "grow" }, make("b", {}, nameOf(entry)), make("span", { className: "told" }, entry.told));
    if (refused) what.append(make("p", { className: "error" }, icon("warning"), make("span", {}, reason(entry))));
    if (entry.loose) what.append(make("p", { className: "error" }, icon("warning"), make("span", {}, words.loose)));
    var item = make("li", { className: refused ? "refused" : "" }, icon(refused ? "warning" : "clock"), what,
      make("time", { dateTime: new Date(entry.at).toISOString() }, time(entry.at)));
    // A part of a hand that somebody else has gone on with fits nowhere by itself: it may be another hand by now.
    var late = entry.status === 409;
    if (refused) item.append(make("div", { className: "choices" },
      late && !entry.whole ? null : button(
        late ? S.fill(words.as, { hand: lower(unitName(O.part ? +O.part.dataset.unit : entry.unit)) }) : words.again,
        function () { again(entry); }),
      entry.tap ? null : button(words.change, function () { change(entry); }),
      button(words.drop, function () { W.dropped(entry).then(O.refresh).then(done); }, "danger"),
      make("a", { className: "link", href: entry.match + "scores/" }, make("span", {}, words.look))));
    return item;
  }
  // On top of what was saved since: somebody has seen it, and says that this comes next.
  function again(entry) {
    O.keepPart().then(function () {
      var stale = entry.status === 409 && O.part;
      fresh(entry);
      return W.moved(entry, stale ? +O.part.dataset.version : entry.version, stale ? +O.part.dataset.unit : entry.unit);
    }).then(O.refresh).then(O.flush);
  }
  // The token may be one of a cookie that is gone.
  function fresh(entry) {
    var token = S.one('[name="csrf_token"]');
    entry.fields.forEach(function (pair) { if (token && pair[0] === "csrf_token") pair[1] = token.value; });
  }
  function change(entry) {
    O.keepPart().then(function () {
      fresh(entry);
      if (O.part) entry.version = entry.status === 409 ? +O.part.dataset.version : entry.version;
      entry.state = "editing";
      return W.put(entry);
    }).then(function () {
      if (entry.whole || entry.page === location.pathname + location.search) O.refresh(); else location.assign(entry.page);
    });
  }
  function leave(entry) {
    entry.state = "refused";
    W.put(entry).then(O.refresh);
  }
  function done() {
    if (!O.mine().length && O.handPage) location.assign(O.path); else O.flush();
  }

  /* ---- The form for a whole hand, round or turn ---- */
  function openForm(unit, fields, changing) {
    var source = S.one("template", O.part).content.querySelector("form");
    form = document.importNode(source, true);
    Array.from(form.attributes).forEach(function (one) { if (one.name.indexOf("hx-") === 0) form.removeAttribute(one.name); });
    form.id = "whole";
    form.dataset.whole = form.getAttribute("action");
    form.dataset.unit = unit;
    form.dataset.what = unitName(unit);
    form.dataset.draft = (changing ? "changing:" : "") + form.dataset.draft + unit;
    S.all("#preview, .nojs, .bar, button.vh", form).forEach(function (part) { part.remove(); });
    var known = !changing && unit === +O.part.dataset.unit && !O.mine().some(function (entry) { return entry.completes; });
    // Who deals a later hand is not known here, and must not be said.
    if (!known) S.all(".puck, .puck + .vh, .deal-note, .steal, .chip.name small", form).forEach(function (part) { part.remove(); });
    var hand = lower(unitName(unit));
    var save = make("button", { name: "do", value: "save", className: "btn primary" }, make("span", {}, S.fill(words.keep, { hand: hand })));
    form.append(make("div", { className: "bar" },
      make("p", { className: "bar-note", "aria-live": "polite" }, icon("info"), make("span", {}, known ? "" : words.deals)), save));
    S.one(".bar-note", form).hidden = known;
    if (S.one(".body", form)) S.one(".body", form).prepend(make("h2", { tabIndex: -1 }, unitName(unit)));
    if (!known) empty(form);  // what was entered already is of the unit that the phone kept, not of this one
    fill(form, fields || []);
    asked = null;
    form.addEventListener("input", function () { form.dataset.touched = "yes"; S.keep(form); });
    if (S.store.get("draft:" + form.dataset.draft)) form.dataset.touched = "yes";
    S.restore(form);
  }
  function empty(target) {
    S.controls(target).forEach(function (control) {
      if (control.closest("[data-mode]")) return;
      if (/radio|checkbox/.test(control.type)) control.checked = control.value === ""; else control.value = "";
    });
  }
  function fill(target, fields) {
    S.controls(target).forEach(function (control) {
      fields.forEach(function (pair) {
        if (pair[0] !== control.name) return;
        if (/radio|checkbox/.test(control.type)) control.checked = control.checked || control.value === pair[1];
        else control.value = pair[1];
      });
    });
  }
  // Taps that wait are part of the whole: each counts one up in the field that is about the same.
  function count(entry) {
    entry.fields.forEach(function (pair) {
      var input = S.one('[data-tap="' + CSS.escape(pair[0] + "=" + pair[1]) + '"]', form);
      if (input) input.value = (+input.value || 0) + 1;
    });
  }
  // What nobody answered is pointed out once. The phone judges no more than that.
  function unanswered() {
    return S.all('[role="radiogroup"]', form).filter(function (group) {
      return !group.closest("details, [data-mode]") && group.offsetParent && S.all("input", group).length &&
        !S.all("input", group).some(function (input) { return input.checked && input.value !== ""; });
    });
  }
  window.addEventListener("submit", function (event) {
    if (event.target !== form || asked) return;
    asked = unanswered();
    if (!asked.length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    var names = asked.map(function (group) {
      var named = document.getElementById(group.getAttribute("aria-labelledby") || "");
      return named ? (S.one("h2", named) || named).textContent.trim() : group.getAttribute("aria-label");
    });
    var note = S.one(".bar-note", form);
    note.hidden = false;
    note.lastElementChild.textContent = S.fill(words.missing, { what: names.join(", ") });
    S.goTo(asked[0]);
  }, true);

  /* ---- All of it ---- */
  function draw() {
    var own = O.mine(), all = O.entries;
    if (O.unsaved) alarm(O.unsaved);
    var touched = form !== null && form.isConnected && "touched" in form.dataset;
    box.hidden = all.length === 0 && !touched;
    if (all.length) {
      S.one("#lost").hidden = true;  // the notice says it already
      if (S.one("#toast")) S.one("#toast").remove();  // its undo would take back something else by now
    }
    if (!all.length || touched) {
      // Somebody is filling in the next one: it stays under the finger, whatever was sent meanwhile.
      var top = S.one(".no-signal", box);
      if (top && all.length) top.replaceWith(notice(all));
      else if (top) top.remove();
      if (!all.length && !touched) setAside(false);
      if (!all.length && touched) S.one("button[value=save]", form).textContent = S.fill(words.enter, { hand: lower(form.dataset.what) });
      return;
    }
    var editing = own.find(function (entry) { return entry.state === "editing"; });
    box.replaceChildren(notice(all));
    if (!O.handPage || !own.length) return;
    if (editing) drawEditing(editing);
    else if (form) box.append(form);
    else drawList(own);
    S.measure();
  }
  function drawList(own) {
    var taps = own.every(function (entry) { return entry.tap && entry.state === "waiting"; });
    setAside(!taps);
    box.classList.toggle("alone", !taps);
    var seen = O.part && !taps ? " " + O.part.dataset.seen : "";
    var body = make("div", { className: "body" }, make("h2", {}, words.title), make("ol", { className: "waits" }));
    // Taps are many and small, and the table below them is still in use: one line for all.
    if (taps) S.one("ol", body).append(row(Object.assign({}, own[0], { told: own.map(function (entry) { return entry.told; }).join(" · ") })));
    else own.forEach(function (entry) { S.one("ol", body).append(row(entry)); });
    var stuck = own.some(function (entry) { return entry.state === "refused"; });
    var hint = stuck ? words.stopped : own.some(function (entry) { return entry.loose; }) ? "" : (isSecureContext ? words.more : words.plain) + seen;
    body.append(make("p", { className: "hint" }, hint));
    if (O.part && !taps) body.append(document.importNode(S.one(".as-of", O.part), true));
    box.append(body);
    if (!stuck) box.append(onward(own, taps));
  }
  function onward(own, taps) {
    var source = O.part && !("finished" in O.part.dataset) && S.one("template", O.part);
    if (!source && taps) return make("div", { className: "body" }, make("p", { className: "hint" }, words.taps));
    if (!source) return make("p", { className: "bar bar-note" }, icon("info"), make("span", {}, words.none));
    var unit = next(), begun = own.filter(function (entry) { return !entry.completes && entry.unit === unit; });
    var label = S.fill(begun.length || taps ? words.rest : words.enter, { hand: lower(unitName(unit)) });
    return make("div", { className: taps ? "body" : "bar" }, button(label, function () {
      setAside(true);
      box.classList.add("alone");
      openForm(unit, begun.reduce(function (fields, entry) { return fields.concat(entry.tap ? [] : entry.fields); }, []));
      begun.forEach(function (entry) { if (entry.tap) count(entry); });
      draw();
      S.one("h2", form).focus();
    }, taps ? "wide" : "primary"));
  }
  function drawEditing(entry) {
    var line = make("p", { className: "notice" }, icon("pencil"), make("span", {}, S.fill(words.changing, { hand: lower(nameOf(entry)) }),
      " ", button(words.leave, function () { form = null; leave(entry); })));
    if (entry.whole) {
      setAside(true);
      box.classList.add("alone");
      if (!form) openForm(entry.unit, entry.fields, true);
      box.append(line, form);
      return;
    }
    setAside(false);
    box.classList.remove("alone");
    box.append(line);
    var page = S.one("form#entry");
    if (page && !page.dataset.filled) {
      page.dataset.filled = "yes";
      fill(page, entry.fields);
      page.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  /* ---- Nothing can be kept: an alarm in place of the bar, until it is solved ---- */
  function alarm(unsaved) {
    var entry = unsaved.entry, form = unsaved.form, old = S.one(".not-saved");
    var place = form.isConnected ? form : main, bar = S.one(".bar:not(.not-saved)", place);
    if (old && old.parentNode === place) return;  // it stays where it is, whatever else is drawn anew
    if (old) old.remove();
    if (bar) bar.hidden = true;
    S.one("#lost").hidden = true;
    function solved() {
      O.unsaved = null;
      panel.remove();
      if (bar) bar.hidden = false;
    }
    var again = button(words.again, function () { solved(); O.attempt(entry, form, unsaved.button); }, "primary");
    var later = button(words.later, function () {
      W.put(entry).catch(function () {
        W.hold(entry);  // still refused: it waits on the open page, and the list goes on saying so
      }).then(function () {
        solved();
        if (form.hasAttribute("data-whole")) O.closeForm();
        return O.refresh().then(O.flush);
      });
    });
    var panel = make("div", { className: "bar not-saved", role: "alert" },
      make("p", {}, icon("warning"), make("span", {}, make("b", {}, S.fill(words.unsaved, { hand: nameOf(entry) })), " ", words.alarm)),
      make("div", { className: "pair-late" }, later, again));
    place.append(panel);
    S.measure();
  }

  O.drawn = draw;
  O.closeForm = function () { form = null; };
})();
