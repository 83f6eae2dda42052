/* Entries that wait on this phone, in its database, and the one way of sending them.

   Read by pages and by the service worker. An entry that waits is
     {id, match: "/s/…/1/", url, fields: [[name, value]], version: number or null, what: "Hand 6", told: str,
      at: milliseconds, unit: number or null, completes: bool, whole: bool, page: address, state, status, text}
   `state`: "waiting", "refused" (then `status` and `text` are the server's answer) or "editing". `version` null:
   not known before the entry in front of it was taken. `{n}` in `url` is the entry's unit. */
(function (scope) {
  "use strict";

  var STORE = "waiting";
  var PATIENCE_MS = 10000;
  var SILENT = [429, 502, 503, 504];  // the server is busy, or a proxy answers for it
  var known = null;

  function database() {
    if (known) return known;
    known = new Promise(function (resolve, reject) {
      var asked = scope.indexedDB.open("scorekeeper", 1);
      asked.onupgradeneeded = function () { asked.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true }); };
      asked.onsuccess = function () {
        asked.result.onversionchange = function () { asked.result.close(); known = null; };
        resolve(asked.result);
      };
      asked.onerror = asked.onblocked = function () { reject(asked.error || new Error("blocked")); };
    });
    known.catch(function () { known = null; });
    return known;
  }

  // `work` is given the store; what the request that it answers found is what the promise gives, once it is on the disk.
  function within(mode, work) {
    return database().then(function (open) {
      return new Promise(function (resolve, reject) {
        var transaction = open.transaction(STORE, mode, { durability: "strict" });
        var request = work(transaction.objectStore(STORE));
        transaction.oncomplete = function () { resolve(request && request.result); };
        transaction.onerror = transaction.onabort = function () { reject(transaction.error || new Error("refused")); };
      });
    });
  }
  function changed(work) {
    return within("readwrite", function (store) {
      var all = store.getAll();
      all.onsuccess = function () { work(all.result, store); };
    });
  }
  function after(entries, entry) {
    return entries.filter(function (other) { return other.match === entry.match && other.id > entry.id; });
  }

  function all() { return within("readonly", function (store) { return store.getAll(); }); }
  function put(entry) { return within("readwrite", function (store) { return store.put(entry); }); }

  // The entry was taken: the next one finds the version that it left. Where another page was faster, nothing is done.
  function taken(entry, version) {
    return changed(function (entries, store) {
      if (!entries.some(function (other) { return other.id === entry.id; })) return;
      store.delete(entry.id);
      var next = after(entries, entry)[0];
      if (next && version !== null) { next.version = version; store.put(next); }
    });
  }
  // The entry is given up: what follows moves up, and finds the version that it would have found.
  function dropped(entry) {
    return changed(function (entries, store) {
      store.delete(entry.id);
      after(entries, entry).forEach(function (other, place) {
        if (place === 0) other.version = entry.version;
        if (entry.completes && other.unit !== null) other.unit -= 1;
        store.put(other);
      });
    });
  }
  // The entry is tried again on top of what was saved since, as `unit`; what follows moves along.
  function moved(entry, version, unit) {
    var by = entry.unit !== null && entry.whole ? unit - entry.unit : 0;
    return changed(function (entries, store) {
      [entry].concat(after(entries, entry)).forEach(function (other) {
        if (other.unit !== null) other.unit += by;
        if (other === entry) { other.version = version; other.state = "waiting"; }
        store.put(other);
      });
    });
  }

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
        said.last = answer.kind === "taken" ? answer : said.last;
        if (answer.kind === "taken") said.taken.push(entry);
        var kept = answer.kind === "taken" ? taken(entry, answer.version) : put(Object.assign(entry, {
          state: "refused", status: answer.status, text: answer.text
        }));
        return kept.then(function () { return sendAll(said); });
      });
    });
  }
  // Sends what waits, in order, and stops at what is refused or not answered: {taken, last, silent}.
  function flush() {
    var work = function () { return sendAll({ taken: [], last: null, silent: false }); };
    // Two open pages need not send the same; where they do, the server knows the entry by its id.
    if (!scope.navigator.locks) return work();
    return scope.navigator.locks.request("scorekeeper-waiting", work);
  }

  scope.Waiting = { all: all, put: put, dropped: dropped, moved: moved, send: send, flush: flush };
})(self);
