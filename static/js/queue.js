/* Entries that wait on this phone, in its database, and the one way of sending them.

   Read by pages and by the service worker. An entry that waits is
     {id, match: "/s/…/1/", url, fields: [[name, value]], version: number or null, what: "Hand 6", told: str,
      at: milliseconds, unit: number or null, completes: bool, whole: bool, page: address, state, status, text}
   `state`: "waiting", "refused" (then `status` and `text` are the server's answer) or "editing". `version` null:
   not known before the entry in front of it was taken. `{n}` in `url` is the entry's unit. `loose`: the database
   refused it, and it is in the memory of this page alone.

   Beside them stands for each match what the entry that was taken last left behind, for the other pages:
     {id: "last /s/…/1/", last: true, match, version, unit}. */
(function (scope) {
  "use strict";

  var STORE = "waiting";
  var PATIENCE_MS = 10000;
  var OPEN_MS = 5000;                 // a database that does not open is as good as none
  var LOCK_MS = 30000;                // so long another page may be sending; one that was put to sleep holds on
  var SILENT = [429, 502, 503, 504];  // the server is busy, or a proxy answers for it
  var known = null;
  var kept = [];                      // what was read last
  var loose = [];                     // what the database refused, in order, behind all that is kept
  var gone = {};                      // taken or dropped while the database was shut: by id
  var lasts = {};                     // by match
  var number = 0;

  /* ---- The database. Systems close it when they like: then it is opened again ---- */
  function database() {
    if (known) return known;
    known = new Promise(function (resolve, reject) {
      var asked = scope.indexedDB.open("scorekeeper", 1);
      setTimeout(function () { reject(new Error("does not open")); }, OPEN_MS);
      asked.onupgradeneeded = function () { asked.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true }); };
      asked.onsuccess = function () {
        asked.result.onversionchange = function () { asked.result.close(); known = null; };
        asked.result.onclose = function () { known = null; };
        resolve(asked.result);
      };
      asked.onerror = asked.onblocked = function () { reject(asked.error || new Error("blocked")); };
    });
    known.catch(function () { known = null; });
    return known;
  }
  // `work` is given the store; what the request that it answers found is what the promise gives, once it is on the disk.
  function once(mode, work) {
    return database().then(function (open) {
      return new Promise(function (resolve, reject) {
        var transaction = open.transaction(STORE, mode, { durability: "strict" });
        var request = work(transaction.objectStore(STORE));
        transaction.oncomplete = function () { resolve(request && request.result); };
        transaction.onerror = transaction.onabort = function () { reject(transaction.error || new Error("refused")); };
      });
    });
  }
  function within(mode, work) {
    return once(mode, work).catch(function (error) {
      if (!/InvalidState|Unknown/.test(error.name)) throw error;
      known = null;  // it was closed under our hands
      return once(mode, work);
    });
  }

  /* ---- What waits, in order ---- */
  function sorted(found) {
    return found.filter(function (one) {
      if (!one.last) return !gone[one.id];
      if (!lasts[one.match] || lasts[one.match].version <= one.version) lasts[one.match] = one;
      return false;
    });
  }
  // While the database is shut, what was read before still waits.
  function all() {
    return within("readonly", function (store) { return store.getAll(); }).then(function (found) { kept = sorted(found); })
      .catch(function () { /* shut */ }).then(function () { return kept.concat(loose); });
  }
  function after(entries, entry) {
    var place = entries.findIndex(function (other) { return other.id === entry.id; });
    return entries.slice(place + 1).filter(function (other) { return other.match === entry.match; });
  }
  // `work(entries, put, remove)` sees all entries as they are now. Where the database is shut this page remembers.
  function changed(work) {
    var ran = false, removed = [];
    function remove(entry) {
      removed.push(entry);
      loose = loose.filter(function (other) { return other !== entry; });
    }
    function forget(entry) {
      if (entry.loose) return;
      gone[entry.id] = true;
      kept = kept.filter(function (other) { return other.id !== entry.id; });
    }
    return within("readwrite", function (store) {
      var asked = store.getAll();
      asked.onsuccess = function () {
        ran = true;
        work(sorted(asked.result).concat(loose), function (entry) { if (!entry.loose) store.put(entry); }, function (entry) {
          if (!entry.loose) store.delete(entry.id);
          remove(entry);
        });
      };
    }).catch(function () {
      if (!ran) work(kept.concat(loose), function () { /* it is the one in memory */ }, remove);
      removed.forEach(forget);
    });
  }
  function put(entry) {
    if (entry.loose) return Promise.resolve();  // changed in place
    return within("readwrite", function (store) { return store.put(entry); });
  }
  // What the database refuses waits in memory.
  function hold(entry) {
    loose.push(Object.assign(entry, { loose: true, id: "loose " + (number += 1) }));
  }
  // The database may take it by now.
  function settle() {
    var first = loose[0];
    if (!first) return Promise.resolve();
    var copy = Object.assign({}, first);
    delete copy.loose;
    delete copy.id;
    return within("readwrite", function (store) { return store.put(copy); })
      .then(function () { loose.shift(); return settle(); }, function () { /* not yet */ });
  }

  // The entry was taken: the next one finds the version that it left. Where another page was faster, nothing is done.
  function taken(entry, version) {
    var left = version === null || version === undefined ? entry.version : version;
    return changed(function (entries, write, remove) {
      var mine = entries.find(function (other) { return other.id === entry.id; }), next = after(entries, entry)[0];
      if (!mine) return;
      remove(mine);
      if (next && left !== null) { next.version = left; write(next); }
      lasts[entry.match] = { id: "last " + entry.match, last: true, match: entry.match, version: left, unit: (entry.unit || 0) + (entry.completes ? 1 : 0) };
      write(lasts[entry.match]);
    });
  }
  // The entry is given up: what follows moves up, and finds the version that it would have found.
  function dropped(entry) {
    return changed(function (entries, write, remove) {
      after(entries, entry).forEach(function (other, place) {
        if (place === 0) other.version = entry.version;
        if (entry.completes && other.unit !== null) other.unit -= 1;
        write(other);
      });
      remove(entries.find(function (other) { return other.id === entry.id; }) || entry);
    });
  }
  // The entry is tried again on top of what was saved since, as `unit`; what follows moves along.
  function moved(entry, version, unit) {
    var by = entry.unit !== null && entry.whole ? unit - entry.unit : 0;
    return changed(function (entries, write) {
      var mine = entries.find(function (other) { return other.id === entry.id; }) || entry;
      Object.assign(mine, { version: version, state: "waiting", fields: entry.fields });
      [mine].concat(after(entries, entry)).forEach(function (other) {
        if (other.unit !== null) other.unit += by;
        write(other);
      });
    });
  }

  /* ---- Sending ---- */
  function body(entry) {
    var sent = new URLSearchParams();
    entry.fields.forEach(function (pair) {
      sent.append(pair[0], pair[0] === "version" && entry.version !== null ? entry.version : pair[1]);
    });
    return sent;
  }
  // Answers {kind: "taken", location, version}, {kind: "refused", status, text} or, if the server did not, {kind: "silent"}.
  function send(entry) {
    var abort = new AbortController(), silent = { kind: "silent" };
    var patience = setTimeout(function () { abort.abort(); }, PATIENCE_MS);
    return fetch(entry.url.replace("{n}", entry.unit), {
      method: "POST", body: body(entry), headers: { "Sent-By-Script": "1" }, signal: abort.signal, cache: "no-store"
    }).then(function (answer) {
      return answer.text().then(function (text) {
        if (SILENT.indexOf(answer.status) >= 0) return silent;
        if (!answer.ok) return { kind: "refused", status: answer.status, text: text };
        // A hotel's sign-in page answers "fine" as well. What was saved is said in our own words.
        var told = JSON.parse(text);
        return "location" in told ? { kind: "taken", location: told.location, version: told.version } : silent;
      });
    }).catch(function () { return silent; }).finally(function () { clearTimeout(patience); });
  }

  function sendAll(said) {
    return all().then(function (entries) {
      var held = {};
      entries.forEach(function (entry) {
        if (!(entry.match in held)) held[entry.match] = entry.state !== "waiting";
      });
      var entry = entries.find(function (one) { return one.state === "waiting" && !held[one.match]; });
      if (!entry) return said;
      return send(entry).then(function (answer) {
        if (answer.kind === "silent") { said.silent = true; return said; }
        if (answer.kind === "refused") {
          Object.assign(entry, { state: "refused", status: answer.status, text: answer.text });
          return put(entry).catch(function () { said.silent = true; }).then(function () { return said.silent ? said : sendAll(said); });
        }
        said.last[entry.match] = answer;
        said.location = answer.location;
        said.taken.push(entry);
        return taken(entry, answer.version).then(function () { return sendAll(said); });
      });
    });
  }
  // Sends what waits, in order, and stops at what is refused or not answered: {taken, last by match, location, silent}.
  function flush() {
    var work = function () {
      return settle().then(function () { return sendAll({ taken: [], last: {}, location: "", silent: false }); });
    };
    // Two open pages need not send the same; where they do, the server knows the entry by its id.
    if (!scope.navigator.locks) return work();
    var abort = new AbortController(), patience = setTimeout(function () { abort.abort(); }, LOCK_MS);
    return scope.navigator.locks.request("scorekeeper-waiting", { signal: abort.signal }, function () {
      clearTimeout(patience);
      return work();
    }).catch(function (error) { if (error.name !== "AbortError") throw error; return work(); });
  }

  scope.Waiting = {
    all: all, put: put, hold: hold, dropped: dropped, moved: moved, send: send, flush: flush,
    last: function (match) { return lasts[match] || null; }
  };
})(self);
