/* The service worker: static files from the cache, pages from the network and, without it, as they were seen last.

   The server puts VERSION, FILES (addresses of the static files) and QUEUE before this. It never touches what is
   posted, streams, invitations, downloads, the API and other hosts. */
/* global VERSION, FILES, QUEUE, Waiting */
"use strict";

var CACHE = "scorekeeper-" + VERSION;
var SHELL = "/offline";
var PATIENCE_MS = 5000;  // then a page that is kept is better than none
var NOT_KEPT = /^\/(j\/|api\/|join|sw\.js|offline$|manifest)/;

importScripts(QUEUE);

self.addEventListener("install", function (event) {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then(function (cache) { return cache.addAll(FILES.concat([SHELL])); }));
});
self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    return Promise.all(names.filter(function (name) { return name !== CACHE; }).map(function (name) { return caches.delete(name); }));
  }).then(function () { return self.clients.claim(); }));
});

// What was just done stands in the address; the page that is kept is the one without it.
function kept(url) {
  var bare = new URL(url);
  bare.hash = "";
  bare.searchParams.delete("done");
  return bare.href;
}
function isPage(answer) {
  return answer.ok && !answer.redirected && /^text\/html/.test(answer.headers.get("content-type") || "");
}
function keep(url, answer) {
  return caches.open(CACHE).then(function (cache) {
    if (isPage(answer)) return cache.put(kept(url), answer);
    if (answer.ok && answer.redirected) return cache.delete(kept(url));  // it is over: a game that has ended
    // This phone was put out, or the session is gone: what it saw there goes too.
    if ([403, 404, 410].indexOf(answer.status) < 0) return undefined;
    var session = (new URL(url).pathname.match(/^\/[cs]\/[^/]+\//) || [new URL(url).pathname])[0];
    return cache.keys().then(function (requests) {
      return Promise.all(requests.filter(function (request) {
        var path = new URL(request.url).pathname;
        return answer.status === 410 ? path.indexOf(session) === 0 : request.url === kept(url);
      }).map(function (request) { return cache.delete(request); }));
    });
  });
}
// Of the start and of a match's own page another view is better than none. Of all others what stands behind the
// question mark says what the page is about: who pays whom.
var ANY_VIEW = /^\/(s\/[^/]+\/\d+\/)?$/;
function found(url, anyView) {
  return caches.open(CACHE).then(function (cache) {
    return cache.match(kept(url), { ignoreVary: true }).then(function (page) {
      if (page || !anyView || !ANY_VIEW.test(new URL(url).pathname)) return page;
      return cache.match(kept(url), { ignoreVary: true, ignoreSearch: true });
    });
  });
}

function page(event) {
  var url = event.request.url;
  var network = fetch(event.request).then(function (answer) {
    event.waitUntil(keep(url, answer.clone()));
    if (answer.status >= 502 && answer.status <= 504) throw new Error("a proxy answers for the server");
    return answer;
  });
  return found(url).then(function (known) {
    if (!known) return network.catch(function () {
      return found(url, true).then(function (other) { return other || caches.match(SHELL); });
    });
    var late = new Promise(function (resolve) { setTimeout(resolve, PATIENCE_MS, known); });
    return Promise.race([network.catch(function () { return known; }), late]);
  });
}
function file(event) {
  return caches.match(event.request, { ignoreVary: true }).then(function (known) { return known || fetch(event.request); });
}

self.addEventListener("fetch", function (event) {
  var request = event.request, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || NOT_KEPT.test(url.pathname)) return;
  if (/\.\w+$/.test(url.pathname) && url.pathname.indexOf("/static/") !== 0) return;  // downloads
  if (/event-stream/.test(request.headers.get("accept") || "")) return;
  if (url.pathname.indexOf("/static/") === 0) event.respondWith(file(event));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

// A page says which pages lie beside it, so that they open without network although nobody was there yet.
self.addEventListener("message", function (event) {
  var wanted = event.data && event.data.keep;
  if (!wanted) return;
  event.waitUntil(Promise.all(wanted.map(function (url) {
    return found(url).then(function (known) {
      return known && !event.data.anew || fetch(url, { credentials: "same-origin" }).then(function (answer) { return keep(url, answer); });
    });
  })).catch(function () { /* no network: another time */ }));
});

self.addEventListener("sync", function (event) {
  if (event.tag !== "waiting") return;
  event.waitUntil(Waiting.flush().then(function (said) {
    if (said.silent) throw new Error("not yet");  // the browser tries again later
    var seen = said.location && new URL(said.location, self.location.origin).href;
    return (seen ? fetch(seen).then(function (answer) { return keep(seen, answer); }) : Promise.resolve())
      .then(function () { return self.clients.matchAll(); })
      .then(function (pages) { pages.forEach(function (open) { open.postMessage({ sent: said.taken.length }); }); });
  }));
});
