/* What a form and a link cannot do by themselves. Every page works without this file.

   Words are never made here: they come in data-attributes, in the language of the page.
   htmx sends the previews and the bids; this file looks after taps, focus, drafts and the seats. */
(function () {
  "use strict";

  var CALM_MS = 300;      // two quick passes need two clear taps
  var TOAST_MS = 8000;
  var PATIENCE_MS = 10000;
  var root = document.documentElement;
  var quiet = matchMedia("(prefers-reduced-motion: reduce)");

  function all(selector, within) { return Array.from((within || document).querySelectorAll(selector)); }
  function one(selector, within) { return (within || document).querySelector(selector); }
  function say(text) { var live = one("#live"); if (live && text) live.textContent = text; }
  function fill(template, values) {
    return (template || "").replace(/\{(\w+)\}/g, function (whole, key) { return key in values ? values[key] : whole; });
  }
  var store = {
    get: function (key) { try { return localStorage.getItem(key); } catch (closed) { return null; } },
    set: function (key, value) { try { localStorage.setItem(key, value); } catch (closed) { /* full or closed */ } },
    drop: function (key) { try { localStorage.removeItem(key); } catch (closed) { /* closed */ } },
    keys: function () { try { return Object.keys(localStorage); } catch (closed) { return []; } }
  };

  /* ---- Colours ---- */
  function themes() {
    all("[data-theme-choice] input").forEach(function (input) {
      input.checked = input.value === (store.get("theme") || "");
    });
  }
  document.addEventListener("change", function (event) {
    if (!event.target.closest("[data-theme-choice]")) return;
    var theme = event.target.value;
    if (theme) { store.set("theme", theme); root.dataset.theme = theme; }
    else { store.drop("theme"); delete root.dataset.theme; }
    all('meta[name="theme-color"]').forEach(function (meta) {
      var dark = theme ? theme === "dark" : /dark/.test(meta.media);
      meta.content = dark ? "#08110D" : "#0F3D2C";
    });
  });

  /* ---- Chips: a second tap clears; what cannot be chosen says why ---- */
  var held = null;  // the radio that was chosen already when the finger came down
  function hold(event) {
    var input = event.target;
    held = input.matches && input.matches('.chip > input[type="radio"], .seg > input[type="radio"]') && input.checked &&
      !input.closest("[data-keep], [data-theme-choice]") ? input : null;
  }
  document.addEventListener("pointerdown", hold, true);
  document.addEventListener("keydown", function (event) { if (event.key === " ") hold(event); }, true);
  function clear(input) {
    held = null;
    input.checked = false;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
  // Safari makes no click of the space bar on what is chosen.
  document.addEventListener("keyup", function (event) {
    if (event.key === " " && event.target === held) setTimeout(function () { if (event.target === held) clear(held); });
  }, true);

  document.addEventListener("click", function (event) {
    var chip = event.target.closest(".cannot");
    if (chip) {
      event.preventDefault();
      event.stopPropagation();
      say(chip.textContent.trim().replace(/\s+/g, " "));
      return;
    }
    if (event.target === held) clear(held);
  }, true);

  /* ---- Auction, taking, passing on, leaving: taps too close together are one tap ---- */
  var lastTap = 0;
  document.addEventListener("click", function (event) {
    var button = event.target.closest('form[data-calm] button, [data-every-tap] button[value="skip"], [data-every-tap] button[name="what"], [data-seats] button[value^="remove"]');
    if (!button) return;
    var now = Date.now();
    if (now - lastTap < CALM_MS) { event.preventDefault(); event.stopPropagation(); return; }
    lastTap = now;
  }, true);

  /* ---- Forms that work themselves out while one taps ---- */
  var asking = null;    // what asked the server, and has no answer yet
  var touched = false;  // whether something was tapped since
  function livingForm(element) { return element && element.closest ? element.closest("form[hx-trigger]") : null; }

  document.addEventListener("input", function (event) {
    var form = livingForm(event.target);
    if (!form) return;
    touched = true;
    // An answer to older taps must not come back over newer ones; but a tap that is under way is not lost.
    if (!form.matches("[data-in-turn]") || asking === form) form.dispatchEvent(new Event("htmx:abort"));
    form.dataset.stale = "";
    keep(form);
  });

  // Morphing leaves what was tapped alone; the answer's own ticks ("follows from 6 tricks") are taken over here.
  function settle(form) {
    // What was tapped since is not in this answer; it stays, and is in the next one.
    if (touched && form.matches("[data-in-turn]")) { form.dataset.stale = ""; return; }
    delete form.dataset.stale;
    all('input[type="radio"], input[type="checkbox"]', form).forEach(function (input) {
      if (!input.closest("[data-theme-choice]")) input.checked = input.defaultChecked;
    });
  }
  document.addEventListener("htmx:after:swap", function (event) {
    var target = event.detail.ctx && event.detail.ctx.target;
    all("form[hx-trigger]").forEach(function (form) {
      // What came in elsewhere (the sheet beside the form) says nothing about what is tapped here.
      if (!target || !target.isConnected || target.contains(form) || form.contains(target)) settle(form);
    });
    var lost = one("#lost");
    if (lost) lost.hidden = true;
    measure();
    grow();
    var wanted = one("main :is([autofocus], [data-focus])");  // the seat that was added
    var now = document.activeElement, ctx = event.detail.ctx;
    // Not where somebody went on writing elsewhere meanwhile.
    if (wanted && (now === document.body || !ctx || now === ctx.focus)) wanted.focus();
  });
  function lost() { var alarm = one("#lost"); if (alarm) alarm.hidden = false; }
  document.addEventListener("htmx:error", lost);
  document.addEventListener("htmx:response:error", function (event) {
    if (event.detail.ctx.response.status >= 500) lost();
  });

  function goTo(element) {
    var fold = element.closest("details");
    if (fold) fold.open = true;
    element.scrollIntoView({ block: "center", behavior: quiet.matches ? "auto" : "smooth" });
    var control = element.matches("input, select, textarea, button") ? element :
      one('label:not(.cannot) > input:not([type="hidden"]), input:not([type="hidden"]), textarea, select, button', element);
    if (control) control.focus({ preventScroll: true });
    element.classList.add("wash");  // it may be in sight already
    setTimeout(function () { element.classList.remove("wash"); }, 700);
  }
  function answered(element) {
    return all("input, textarea", element).some(function (input) {
      if (input.closest("[data-mode]")) return false;  // how it is entered, not what
      if (input.type === "radio" || input.type === "checkbox") return input.checked && input.value !== "";
      return input.type !== "hidden" && input.value;
    });
  }

  document.addEventListener("click", function (event) {
    var button = event.target.closest('button[value="save"], button[value="start"]');
    var form = button && button.form;
    if (!form) return;
    var missing = button.dataset.next && document.getElementById(button.dataset.next);
    if (missing && !answered(missing)) {
      event.preventDefault();
      goTo(missing);
    } else if (form.dataset.stale === "" && window.htmx) {
      // The button does not yet say what it would do: let it say so first. A second tap goes through in any case.
      event.preventDefault();
      form.dataset.stale = "asked";
      form.dispatchEvent(new Event("refresh"));
    }
  });

  // Enter in a number field must not send the form half filled in.
  document.addEventListener("keydown", function (event) {
    var form = livingForm(event.target);
    if (event.key !== "Enter" || !form || !event.target.matches("input")) return;
    event.preventDefault();
    form.dispatchEvent(new Event("refresh"));
  });

  /* ---- Counting by tapping: a key counts one up, the last key takes the newest tap back ---- */
  var taps = {};  // by pad: the fields in the order of the taps
  function newestTap(pad, order) {
    var field;
    do { field = order.pop(); } while (field && !+pad.form.elements[field].value);
    return field || all("[data-count]", pad.box).map(function (key) { return key.dataset.count; }).reverse()
      .find(function (name) { return +pad.form.elements[name].value; });
  }
  document.addEventListener("click", function (event) {
    var key = event.target.closest("[data-count], [data-back]");
    if (!key) return;
    var pad = { box: key.closest("[data-pad]"), form: key.form };
    var order = taps[pad.box.dataset.pad] = taps[pad.box.dataset.pad] || [];
    var field = key.dataset.count || newestTap(pad, order);
    if (!field) return;
    if (key.dataset.count) order.push(field);
    var input = pad.form.elements[field], shown = one('[data-count="' + field + '"]', pad.box);
    input.value = Math.max(0, (+input.value || 0) + (key.dataset.count ? 1 : -1)) || "";
    one(".times", shown).textContent = input.value;
    say(fill(shown.dataset.say, { n: input.value || 0 }));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  // Cards of a hand: a key puts its card into the list that a text field holds, another takes one out of it.
  document.addEventListener("click", function (event) {
    var key = event.target.closest("[data-card], [data-drop]");
    if (!key) return;
    event.preventDefault();
    var pad = key.closest("[data-cards]"), field = key.form.elements[pad.dataset.cards];
    var cards = field.value.split(" ").filter(Boolean), card = key.dataset.card;
    if (card) {
      cards.push(card);
    } else {
      card = key.dataset.drop || cards[cards.length - 1];
      if (cards.indexOf(card) < 0) return;
      cards.splice(cards.lastIndexOf(card), 1);
    }
    field.value = cards.join(" ");
    var shown = one('[data-card="' + card + '"]', pad), n = cards.filter(function (other) { return other === card; }).length;
    one(".tally", shown).textContent = n || "";
    say(fill(pad.dataset.say, { card: one(".vh", shown).textContent, n: n }));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  // Where every tap counts, the second goes out when the first has come back, as a tap on what is there then.
  // Once the first has ended the turn, it was meant for nobody.
  document.addEventListener("htmx:config:request", function (event) {
    var request = event.detail.ctx.request;
    event.detail.ctx.focus = document.activeElement;
    if (request.form) request.turn = request.form.dataset.turn;
  });
  document.addEventListener("htmx:before:request", function (event) {
    var request = event.detail.ctx.request;
    if (!request.form || !request.form.matches("[data-every-tap]")) return;
    if (request.form.dataset.turn !== request.turn) { event.preventDefault(); return; }
    all('input[type="hidden"]', request.form).forEach(function (input) { request.body.set(input.name, input.value); });
  });
  // In the set-up a tap waits for the answer to the one before, and is then about the form as it has become.
  document.addEventListener("htmx:before:request", function (event) {
    var ctx = event.detail.ctx, form = ctx.request.form;
    asking = ctx.sourceElement;
    if (!form || !form.matches("[data-in-turn]")) return;
    touched = false;
    ctx.request.body = new URLSearchParams(new FormData(form));
    Object.keys(ctx.vals).forEach(function (name) { ctx.request.body.set(name, ctx.vals[name]); });
  });
  document.addEventListener("htmx:finally:request", function () { asking = null; });
  // A card is two taps, colour and key: with the second the colour is open again.
  document.addEventListener("submit", function (event) {
    var pad = one(".pad", event.target);
    if (!pad || !event.target.matches("[data-every-tap]")) return;
    var key = document.activeElement;
    all(".colours input, .wild-key input", pad).forEach(function (colour) { colour.checked = false; });
    if (key && pad.contains(key) && !key.offsetParent) one(".colours input", pad).focus({ preventScroll: true });
  });
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-choose]");
    if (button) document.getElementById(button.dataset.choose).click();
  });
  // Whoever went out has no hand to enter: the next one opens.
  document.addEventListener("change", function (event) {
    if (!event.target.closest("[data-opens]")) return;
    var out = event.target.value;
    if (all(".hand[open]").some(function (hand) { return hand.dataset.seat !== out; })) return;
    var next = all("details.hand").find(function (hand) { return hand.dataset.seat !== out && !answered(hand); });
    if (next) next.open = true;
  });

  /* ---- The first tap locks the button, in the progressive ---- */
  document.addEventListener("submit", function (event) {
    var form = event.target;
    var button = event.submitter;
    if (form.dataset.sent) { event.preventDefault(); return; }
    if (event.defaultPrevented || form.matches("[hx-post]:not([hx-trigger])")) return;
    form.dataset.sent = "sent";
    if (!button || !button.dataset.busy) return;
    button.textContent = button.dataset.busy;
    button.classList.add("busy");
  });
  window.addEventListener("pageshow", function (event) {
    if (event.persisted && one("form[data-sent]")) location.reload();  // what it showed was saved since
  });

  /* ---- Drafts: kept on this phone at every tap ---- */
  function controls(form) {
    return Array.from(form.elements).filter(function (control) {
      return control.name && control.type !== "hidden" && control.type !== "submit";
    });
  }
  function keep(form) {
    if (!form.dataset.draft) return;
    var key = "draft:" + form.dataset.draft;
    var match = key.slice(0, key.lastIndexOf(":") + 1);
    store.keys().forEach(function (old) { if (old !== key && old.indexOf(match) === 0) store.drop(old); });
    var kept = controls(form).filter(function (control) {
      return control.type === "radio" || control.type === "checkbox" ? control.checked : control.value;
    }).map(function (control) { return [control.name, control.value]; });
    store.set(key, JSON.stringify(kept));
  }
  function restore(form) {
    var kept;
    try { kept = JSON.parse(store.get("draft:" + form.dataset.draft) || "null"); } catch (broken) { kept = null; }
    if (answered(form)) {
      // The browser itself filled the form in again (going back): the page has yet to say what that would do.
      if (controls(form).some(function (control) {
        return control.checked !== control.defaultChecked || "defaultValue" in control && control.value !== control.defaultValue;
      })) form.dispatchEvent(new Event("refresh"));
      return;
    }
    if (!kept || !kept.length) return;
    controls(form).forEach(function (control) {
      var choice = control.type === "radio" || control.type === "checkbox";
      kept.forEach(function (pair) {
        if (pair[0] !== control.name) return;
        if (!choice) control.value = pair[1];
        else if (pair[1] === control.value) control.checked = true;
      });
    });
    form.dispatchEvent(new Event("refresh"));
  }

  /* ---- Cards: the rest to one team, or all of them empty again ---- */
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-rest]");
    if (!button || !window.htmx) return;
    event.preventDefault();
    var owner = button.dataset.rest;
    all(".pcard", button.form).forEach(function (card) {
      if (owner && !one('input[value=""]', card).checked) return;
      one('input[value="' + owner + '"]', card).checked = true;
    });
    button.form.dispatchEvent(new Event("input", { bubbles: true }));
  });

  /* ---- Seats on the set-up page ---- */
  function seats() { return one("[data-seats]"); }
  function renumber(list) {
    Array.from(list.children).forEach(function (row, index, rows) {
      one(".n", row).textContent = index + 1;
      one('[name="do"][value^="up"]', row).classList.toggle("gone", index === 0);
      one('[name="do"][value^="down"]', row).classList.toggle("gone", index === rows.length - 1);
    });
  }
  function moved(row) {
    var list = row.parentNode;
    renumber(list);
    say(fill(list.dataset.say, {
      name: one("textarea", row).value.trim() || one("textarea", row).placeholder,
      n: Array.from(list.children).indexOf(row) + 1, total: list.children.length
    }));
    row.dispatchEvent(new Event("input", { bubbles: true }));
  }
  document.addEventListener("click", function (event) {
    var button = event.target.closest('[data-seats] button[name="do"]');
    var way = button && button.value.split("-")[0];
    if (way !== "up" && way !== "down") return;
    event.preventDefault();
    var row = button.closest("li");
    var other = way === "up" ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return;
    if (way === "up") other.before(row); else other.after(row);
    moved(row);
    (button.classList.contains("gone") ? one(".act:not(.gone)", row) : button).focus();
  });
  document.addEventListener("pointerdown", function (event) {
    var grip = event.target.closest("[data-seats] .grip");
    if (!grip || event.button) return;
    event.preventDefault();
    var row = grip.closest("li"), list = row.parentNode, from = Array.from(list.children).indexOf(row);
    grip.setPointerCapture(event.pointerId);
    row.classList.add("dragging");
    // The neighbours move, not the row: a moved row would lose the finger.
    function drag(move) {
      var before = row.previousElementSibling, after = row.nextElementSibling, box;
      if (before && (box = before.getBoundingClientRect()) && move.clientY < box.top + box.height / 2) row.after(before);
      else if (after && (box = after.getBoundingClientRect()) && move.clientY > box.top + box.height / 2) row.before(after);
    }
    function drop() {
      grip.removeEventListener("pointermove", drag);
      row.classList.remove("dragging");
      if (Array.from(list.children).indexOf(row) !== from) moved(row);
    }
    grip.addEventListener("pointermove", drag);
    grip.addEventListener("lostpointercapture", drop, { once: true });
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || !event.target.matches("[data-seats] textarea")) return;
    event.preventDefault();
    var next = event.target.closest("li").nextElementSibling;
    if (next) one("textarea", next).focus(); else event.target.blur();
  });
  function grow() {
    all("[data-seats] textarea").forEach(function (name) {
      var fits = CSS.supports("field-sizing", "content");
      name.classList.remove("long");
      if (!fits) name.style.height = "";
      name.classList.toggle("long", name.scrollHeight > 52);
      if (!fits) name.style.height = name.scrollHeight + name.offsetHeight - name.clientHeight + "px";
    });
  }
  document.addEventListener("input", function (event) { if (event.target.matches("[data-seats] textarea")) grow(); });

  // Where the phone is: the server proposes the currency from it, once, while the form is new.
  function place(form) {
    var zone = one('[name="tz"]', form), region = one('[name="region"]', form);
    try {
      if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
      if (region) region.value = new Intl.Locale(navigator.language).maximize().region || "";
    } catch (unknown) { /* an old browser: the server's proposal stands */ }
    if (form.hasAttribute("data-fresh")) form.dispatchEvent(new Event("refresh"));
  }

  /* ---- Score sheet ---- */
  document.addEventListener("click", function (event) {
    var row = event.target.closest("#sheet tr[data-row]");
    if (!row || event.defaultPrevented || event.metaKey || event.ctrlKey) return;
    var link = one("a", row);
    if (!link || event.target.closest("a, button") && !link.contains(event.target)) return;
    event.preventDefault();
    if (!window.htmx) { location.href = link.href; return; }
    htmx.ajax("GET", link.getAttribute("href"), { target: "#sheet", swap: "outerMorph" });
  });
  function newest() {
    var total = one("#sheet tfoot");
    if (total && !location.hash && !one("#sheet tr.open, .ranking")) total.scrollIntoView({ block: "nearest" });
  }
  function beside() {
    var aside = one("[data-beside]");
    if (!aside || !window.htmx || aside.childElementCount || !matchMedia("(min-width: 45em)").matches) return;
    htmx.ajax("GET", aside.dataset.beside, { target: aside, swap: "innerHTML" });
  }

  /* ---- Sheets from the bottom: Escape and Back close them, focus stays inside and returns ---- */
  document.addEventListener("toggle", function (event) {
    var sheet = event.target;
    if (!sheet.matches || !sheet.matches(".sheet-menu")) return;
    if (sheet.open) { themes(); history.pushState({ sheet: true }, ""); }
    else if (history.state && history.state.sheet) history.back();
  }, true);
  var closed = null;
  window.addEventListener("popstate", function () {
    all(".sheet-menu[open]").forEach(shut);
    if (closed) setTimeout(function () { closed.focus(); }, 60);  // going back takes the focus away a little later
  });
  function shut(sheet) { sheet.open = false; closed = one("summary", sheet); closed.focus(); }
  document.addEventListener("click", function (event) {
    var close = event.target.closest("[data-close]");
    if (close) shut(close.closest("details"));
  });
  document.addEventListener("keydown", function (event) {
    var sheet = one(".sheet-menu[open]");
    if (!sheet) return;
    if (event.key === "Escape") { shut(sheet); return; }
    if (event.key !== "Tab") return;
    var stops = all("summary, a, button, input", sheet).filter(function (stop) {
      // Of radios that belong together Tab stops at the chosen one.
      return stop.offsetParent && (stop.type !== "radio" || stop.checked);
    });
    var edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
    if (document.activeElement === edge) { event.preventDefault(); stops[event.shiftKey ? stops.length - 1 : 0].focus(); }
  });

  /* ---- Start of a page ---- */
  function measure() {
    var bar = one(".bar:not([hidden])");
    if (bar) root.style.setProperty("--bar", bar.offsetHeight + "px");
  }
  document.addEventListener("click", function (event) {  // it may lie over what one wants to tap
    var bar = event.target.closest("#toast");
    if (bar && !event.target.closest("button, a")) bar.remove();
  });
  function toast() {
    var bar = one("#toast");
    if (!bar) return;
    setTimeout(function away() {
      if (bar.matches(":hover, :focus-within")) setTimeout(away, 1000); else bar.remove();
    }, TOAST_MS);
  }
  function attend() {
    var wrong = one('main [aria-invalid="true"]');
    if (wrong) { goTo(wrong); return; }
    var heading = one("#toast") && one("h1");
    if (heading) heading.focus({ preventScroll: true });
  }
  addEventListener("resize", measure);
  document.addEventListener("DOMContentLoaded", function () {
    themes();
    measure();
    grow();
    toast();
    newest();
    attend();
  });
  // For what is asked of a network that swallows it.
  function patience() { return AbortSignal.timeout ? AbortSignal.timeout(PATIENCE_MS) : undefined; }
  // For the other scripts of ours. `waiting`: how many entries wait on this phone, see offline.js.
  window.Scorekeeper = {
    waiting: 0, all: all, one: one, say: say, fill: fill, store: store, goTo: goTo, answered: answered,
    controls: controls, keep: keep, restore: restore, measure: measure, patience: patience
  };
  // htmx looks at the page in a timeout that it set before this one.
  addEventListener("load", function () {
    setTimeout(function () {
      all("form[data-draft]").forEach(restore);
      all("form[data-place]").forEach(place);
      beside();
    });
  });
})();
