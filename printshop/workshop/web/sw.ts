// Keeps the site in the browser: it opens without a net once it has been here.

const KEPT = "printshop KEPT",
  STAYS = [KEPT, "printshop memory"], // of which the worker knows whether it still holds
  worker = self as unknown as ServiceWorkerGlobalScope;

worker.addEventListener("install", event => {
  worker.skipWaiting();
  // what is fetched when a text is first looked at is there without a net, too
  event.waitUntil(caches.open(KEPT).then(cache => cache.add("text.js")));
});
worker.addEventListener("activate", event =>
  event.waitUntil(
    caches
      .keys()
      .then(names => Promise.all(names.filter(name => !STAYS.includes(name)).map(name => caches.delete(name))))
      .then(() => worker.clients.claim()),
  ),
);
worker.addEventListener("fetch", event => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(
    caches.open(KEPT).then(async cache => {
      const found = await cache.match(event.request, { ignoreSearch: true });
      if (found) return found;
      const answer = await fetch(event.request);
      if (answer.ok) await cache.put(event.request, answer.clone());
      return answer;
    }),
  );
});
