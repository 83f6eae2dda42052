/* Without signal: an entry that cannot be sent is kept on this phone and sent later, in order.

   This file catches what is saved and sends what waits; queue.js is where it waits, waiting.js shows it. */
(function () {
  "use strict";

  var S = window.Scorekeeper;
  var RETRY_MS = 5000, CALM_MS = 1500, LOOK_MS = 1000;
  var path = (location.pathname.match(/^\/s\/[^/]+\/\d+\//) || [""])[0];
  var labels = new WeakMap();  // what the buttons said before they were locked
  var used = {};               // ids given to entries of this page: a second tap is another entry

  var O = window.Scorekeeper.offline = {
    path: path,                                   // of the match that this page is about, or ""
    handPage: path !== "" && path === location.pathname,
    entries: [],                                  // what waits, in order
    unsaved: null,                                // what can be kept nowhere until somebody says what to do: {entry, form, button}
    since: null,                                  // since when the server has not answered
    part: null,                                   // what was kept of this match, see match/_offline.html
    mine: function () { return O.entries.filter(function (entry) { return entry.match === path; }); },
    unit: function () { return Math.max(O.part ? +O.part.dataset.unit : 0, last().unit, unitHere() || 0); },
    drawn: function () { /* waiting.js */ },
    refresh: refresh, flush: flush, keepPart: keepPart, attempt: attempt
  };

  // What the last entry of this match left behind, whatever page or worker has sent it.
  function last() { return window.Waiting.last(path) || { version: null, unit: 0 }; }
  function versionHere() {
    var field = S.one('#entry [name="version"], form#entry [name="version"]');
    return field ? +field.value : 0;
  }
  function unitHere() {
    var block = S.one("#presence[data-unit]"), digits = heading().match(/\d+/);
    return block ? +block.dataset.unit : digits ? +digits[0] : null;
  }

  function uuid() {
    if (crypto.randomUUID) return crypto.randomUUID();  // not there on plain http
    var bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = bytes[6] & 15 | 64;
    bytes[8] = bytes[8] & 63 | 128;
    var hex = Array.from(bytes, function (byte) { return byte.toString(16).padStart(2, "0"); }).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  /* ---- What was tapped, as an entry that can wait ---- */
  function plain(element) {
    if (!element) return "";
    var copy = element.cloneNode(true);
    copy.querySelectorAll('[aria-hidden="true"], .vh, small, .hint').forEach(function (part) { part.remove(); });
    copy.querySelectorAll("*").forEach(function (part) { part.prepend(" "); part.append(" "); });  // "bid 2", not "bid2"
    return copy.textContent.trim().replace(/\s+/g, " ");
  }
  function question(control) {
    var group = control.closest('[role="radiogroup"], fieldset');
    if (!group) return "";
    var label = group.getAttribute("aria-labelledby");
    var named = label ? document.getElementById(label) : S.one("legend", group);
    return plain(named) || group.getAttribute("aria-label") || "";
  }
  // All that a button says, also what only a screen reader hears: "Blue 7".
  function label(button) {
    var copy = button.cloneNode(true);
    copy.querySelectorAll('[aria-hidden="true"], small, .hint').forEach(function (part) { part.remove(); });
    return button.getAttribute("aria-label") || copy.textContent.trim().replace(/\s+/g, " ");
  }
  function told(form, button) {
    if (form.hasAttribute("data-every-tap") && button) return label(button);
    var said = S.controls(form).filter(function (control) {
      if (control.closest("[data-mode]")) return false;
      return /radio|checkbox/.test(control.type) ? control.checked && control.value !== "" : control.value;
    }).map(function (control) {
      var label = control.closest("label"), asked = question(control);
      var answer = /radio|checkbox/.test(control.type) ? plain(label) || control.getAttribute("aria-label") || "" :
        plain(label && S.one("span", label)) + " " + control.value;
      return [asked.replace(/\?$/, ""), answer].filter(Boolean).join(": ");
    });
    var agreed = S.one(".contract > div > b", form);
    if (agreed) said.unshift(plain(agreed) + ", " + plain(S.one(".contract > .bid", form)));
    if (button && button.name && button.name !== "do") said.push(label(button));
    return said.join(" · ");
  }
  function heading() {
    var tab = S.one('.tabs [aria-current="page"]');
    return tab ? tab.textContent.trim() : document.title;
  }
  function unitNow() {
    var here = unitHere();
    return here === null ? null : Math.max(here, last().unit);
  }
  // `tried`: it was sent under the id of its form and may have arrived. Else it gets one of its own: a page that
  // was kept has the same id every time it is opened.
  function made(form, button, fields, tried) {
    var value = {};
    fields.forEach(function (pair) { value[pair[0]] = pair[1]; });
    var id = tried && value.client_id && !used[value.client_id] ? value.client_id : uuid();
    used[id] = true;
    var whole = form.hasAttribute("data-whole");
    return {
      match: path, url: whole ? form.dataset.whole : form.getAttribute("action"),
      fields: fields.map(function (pair) { return pair[0] === "client_id" ? ["client_id", id] : pair; }),
      version: whole ? Math.max(O.part ? +O.part.dataset.version : 0, last().version || 0, versionHere()) : null, at: Date.now(), page: location.pathname + location.search,
      what: whole ? form.dataset.what : heading(), told: told(form, button),
      unit: whole ? +form.dataset.unit : unitNow(), completes: whole || "completes" in value, whole: whole,
      tap: form.hasAttribute("data-every-tap"), state: "waiting"
    };
  }

  /* ---- Saving: at once where that works, else later ---- */
  function unlock(form, button) {
    delete form.dataset.sent;
    if (!button || !labels.has(button)) return;
    button.innerHTML = labels.get(button);
    button.classList.remove("busy");
  }
  function asBefore(form, button) {  // the server said no: let the browser send the form, and show what it answers
    if (form.hasAttribute("data-whole")) form.setAttribute("action", form.dataset.whole.replace("{n}", form.dataset.unit));
    if (button && button.name) {
      var field = Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value });
      form.append(field);
    }
    HTMLFormElement.prototype.submit.call(form);
  }
  function saved(form, button) {
    var fields = Array.from(new FormData(form)).filter(function (pair) { return typeof pair[1] === "string"; });
    if (button && button.name) fields.push([button.name, button.value]);
    looked().then(function () {
      var entry = made(form, button, fields);
      var changing = O.mine().find(function (one) { return one.state === "editing"; });
      if (!changing) { attempt(entry, form, button); return; }
      Object.assign(changing, entry, {
        id: changing.id, unit: entry.whole ? changing.unit : entry.unit, version: entry.whole ? entry.version : changing.version
      });
      wait(changing, form, button);
    });
  }
  // What another page, or the worker, has sent meanwhile, as far as the phone's database says so at once.
  function looked() {
    return Promise.race([refresh(), new Promise(function (resolve) { setTimeout(resolve, LOOK_MS); })]);
  }
  function attempt(entry, form, button) {
    if (O.mine().length) return wait(entry, form, button);
    return window.Waiting.send(entry).then(function (answer) {
      if (answer.kind === "taken") {
        S.store.drop("draft:" + form.dataset.draft);
        location.assign(answer.location);
      } else if (answer.kind === "refused" && button && form.isConnected) asBefore(form, button);
      else {
        if (answer.kind === "refused") Object.assign(entry, { state: "refused", status: answer.status, text: answer.text });
        else O.since = O.since || Date.now();
        return wait(entry, form, button);
      }
      return undefined;
    });
  }
  function wait(entry, form, button) {
    return window.Waiting.put(entry).then(function () {
      S.store.drop("draft:" + form.dataset.draft);
      unlock(form, button);
      if (form.hasAttribute("data-whole")) O.closeForm();
      if (navigator.serviceWorker && isSecureContext) {
        navigator.serviceWorker.ready.then(function (worker) { return worker.sync && worker.sync.register("waiting"); })
          .catch(function () { /* no such thing here: it goes out while a page is open */ });
      }
      return refresh().then(flush);
    }, function () {
      unlock(form, button);
      O.unsaved = { entry: entry, form: form, button: button };
      O.drawn();
    });
  }
  // It waits on the open page alone. Closing that asks first.
  addEventListener("beforeunload", function (event) {
    if (O.unsaved || O.entries.some(function (entry) { return entry.loose; })) event.preventDefault();
  });

  window.addEventListener("submit", function (event) {
    if (event.submitter) labels.set(event.submitter, event.submitter.innerHTML);
  }, true);
  document.addEventListener("submit", function (event) {
    var form = event.target, button = event.submitter;
    if (event.defaultPrevented || form.method !== "post" || button && button.value === "preview") return;
    if (path && (form.closest("#entry") || form.hasAttribute("data-whole"))) {
      event.preventDefault();
      saved(form, button);
    } else if (O.mine().length || navigator.onLine === false) {
      event.preventDefault();
      unlock(form, button);
      tell(S.one("#waiting-words").dataset[O.mine().length ? "first" : "dead"]);
    }
  });
  function tell(text) {
    var alarm = S.one("#lost");
    alarm.hidden = false;
    alarm.firstElementChild.textContent = text;
  }

  /* ---- The same for bids and buys, which htmx sends ---- */
  function tapped(event) {
    var request = event.detail.ctx && event.detail.ctx.request;
    var form = request && request.form;
    if (!form || !path || !form.closest("#entry") || request.body.get("do") === "preview") return null;
    return { form: form, button: request.submitter, fields: Array.from(request.body) };
  }
  function later(tap, tried) {
    S.one("#lost").hidden = true;
    return wait(made(tap.form, tap.button, tap.fields, tried), tap.form, null);
  }
  document.addEventListener("htmx:before:request", function (event) {
    var tap = tapped(event);
    if (!tap || !O.mine().length && !O.unsaved) return;
    event.preventDefault();
    if (!O.unsaved) later(tap, false);
  });
  document.addEventListener("htmx:error", function (event) {
    var tap = tapped(event);
    if (!tap) return;
    O.since = O.since || Date.now();
    later(tap, true);
  });
  // The server does not say any more what is missing: the button promises no more than what is true.
  document.addEventListener("htmx:error", function (event) {
    var request = event.detail.ctx && event.detail.ctx.request, form = request && request.form;
    if (!form || !path || form.id !== "entry" || request.body.get("do") !== "preview") return;
    var button = S.one("button[value=save]", form), preview = S.one("#preview", form), hand = heading();
    if (preview) preview.hidden = true;
    if (!button) return;
    delete button.dataset.next;
    form.dataset.stale = "asked";
    button.classList.remove("incomplete");
    (S.one("span", button) || button).textContent = S.fill(S.one("#waiting-words").dataset.keep, {
      hand: hand.charAt(0).toLowerCase() + hand.slice(1)
    });
  });
  document.addEventListener("htmx:response:error", function (event) {
    var tap = tapped(event);
    if (tap && [429, 502, 503, 504].indexOf(event.detail.ctx.response.status) >= 0) later(tap, true);
  });

  /* ---- Sending ---- */
  function refresh() {
    var waited = O.mine().length;
    return window.Waiting.all().then(function (entries) {
      O.entries = entries;
      S.waiting = entries.length;
      entries.forEach(function (entry) {
        entry.fields.forEach(function (pair) { if (pair[0] === "client_id") used[pair[1]] = true; });
      });
      O.drawn();
      // Another page, or the worker, has sent all of it.
      if (waited && !O.mine().length && !busy && last().version > versionHere()) sent(true, O.handPage ? path : location.href);
    });
  }
  var busy = null;
  function flush() {
    if (busy) return busy;
    if (!O.entries.length) return Promise.resolve();
    busy = window.Waiting.flush().then(function (said) {
      O.since = said.silent ? O.since || Date.now() : null;
      var own = said.taken.some(function (entry) { return entry.match === path; });
      return refresh().then(function () { if (said.taken.length) sent(own, own ? said.last[path].location : ""); });
    }).finally(function () { busy = null; });
    return busy;
  }
  // All is sent: the page shows what the server makes of it, unless somebody is in the middle of the next one.
  function sent(own, place) {
    if (O.mine().length || O.unsaved) return;
    if (!own || S.one("form[data-touched]")) {
      S.say(S.one("#waiting-words").dataset.done);
      return;
    }
    if (O.handPage) location.assign(place); else location.reload();
  }

  /* ---- What a phone needs to go on alone: fetched while the server answers ---- */
  function keepPart() {
    var key = "offline:" + path;
    function read(text) {
      O.part = text ? new DOMParser().parseFromString(text, "text/html").querySelector("[data-offline]") : null;
      if (O.part && O.mine().length) O.drawn();
    }
    if (!O.part) read(S.store.get(key));
    return fetch(path + "offline/", { cache: "no-store", signal: S.patience() }).then(function (answer) {
      if ([403, 404, 410].indexOf(answer.status) >= 0) forget(key);
      if (!answer.ok) throw new Error("not for this phone");
      return answer.text();
    }).then(function (text) {
      S.store.keys().forEach(function (old) { if (old.indexOf("offline:") === 0 && old !== key) S.store.drop(old); });
      S.store.set(key, text);
      read(text);
    }).catch(function () { /* without signal, or a watcher: what is kept already stands */ });
  }
  // This phone may not enter here any more: nothing of it stays.
  function forget(key) {
    var drafts = (S.store.get(key) || "").match(/data-draft="(\d+:)/);
    S.store.keys().forEach(function (old) { if (old === key || drafts && old.indexOf("draft:" + drafts[1]) === 0) S.store.drop(old); });
    O.part = null;
  }
  function keepPages() {
    if (!navigator.serviceWorker || !isSecureContext) return;
    navigator.serviceWorker.register("/sw.js").catch(function () { /* refused: everything works but this */ });
    navigator.serviceWorker.ready.then(function (worker) {
      var pages = [location.href].concat(S.all(".tabs a, .head > a.act").map(function (link) { return link.href; }));
      if (path || location.pathname === "/") worker.active.postMessage({ keep: pages });
      // What lies beside this page is kept anew once something was entered, and nobody is in a hurry.
      var version = S.one('input[name="version"]'), key = "kept:" + path;
      var seen = version ? version.value : (S.one(".head .what p") || document.body).textContent.trim();
      if (path && S.store.get(key) !== seen) setTimeout(function () {
        worker.active.postMessage({ keep: pages, anew: true });
        S.store.keys().forEach(function (old) { if (old.indexOf("kept:") === 0) S.store.drop(old); });
        S.store.set(key, seen);
      }, CALM_MS);
    });
  }
  if (navigator.serviceWorker) {
    navigator.serviceWorker.addEventListener("message", function (event) { if (event.data.sent) refresh(); });
    // Another release: its worker has kept nothing yet.
    navigator.serviceWorker.addEventListener("controllerchange", keepPages);
  }

  // A page that was kept may still say what was done when it was kept.
  document.addEventListener("DOMContentLoaded", function () {
    var toast = S.one("#toast");
    if (toast && O.handPage && !location.search) toast.remove();
  });
  addEventListener("online", flush);
  function again() { refresh().then(flush); }
  document.addEventListener("visibilitychange", function () { if (!document.hidden) again(); });
  addEventListener("pageshow", function (event) { if (event.persisted) again(); });
  document.addEventListener("htmx:after:swap", function () {
    if (S.waiting || O.unsaved) O.drawn();
    if (O.handPage && O.part && versionHere() > +O.part.dataset.version) keepPart();
  });
  addEventListener("load", function () {
    again();
    if (O.handPage && S.one("#entry")) keepPart();
    keepPages();
    setInterval(flush, RETRY_MS);
  });
})();
