// Stores the site in the browser: after the first visit, the site opens without a network.

const worker = self as unknown as ServiceWorkerGlobalScope,
  PLACE = worker.registration.scope, // other pages of the origin have caches, too, and may be other copies of this site
  KEPT = `printshop DIGEST ${PLACE}`,
  MEMORY = `printshop memory ${PLACE}`, // the worker of the page checks itself whether this cache fits the site
  FILES: string[] = JSON.parse("[]"); // all files of the site: `printshop site` writes the list

// Whether a cache is one of an earlier version of this site. Early versions named their caches without the place.
async function isOld(name: string) {
  if (name === KEPT || name === MEMORY || !name.startsWith("printshop ")) return false;
  if (name.endsWith(` ${PLACE}`)) return true;
  if (!/^printshop (memory|[0-9a-f]{16})$/.test(name)) return false;
  const cache = await caches.open(name),
    ours = ["text.js", "printshop memory"].map(file => cache.match(new URL(file, PLACE)));
  return (await Promise.all(ours)).some(Boolean);
}
async function cleared() {
  for (const name of await caches.keys()) if (await isOld(name)) await caches.delete(name);
  await worker.clients.claim();
}

worker.addEventListener("install", event => {
  worker.skipWaiting();
  event.waitUntil(caches.open(KEPT).then(cache => cache.addAll(FILES)));
});
worker.addEventListener("activate", event => event.waitUntil(cleared()));
// The page has two names, `./` and index.html, but is stored once.
const isPage = (url: string) => [PLACE, `${PLACE}index.html`].includes(url.split(/[?#]/)[0] ?? "");

worker.addEventListener("fetch", event => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(
    caches.open(KEPT).then(async cache => {
      const page = event.request.mode === "navigate" && isPage(event.request.url),
        found = await cache.match(page ? PLACE : event.request, { ignoreSearch: true });
      if (found && event.request.cache !== "reload") return found; // the page asks again if its copy is damaged
      const answer = await fetch(event.request);
      if (answer.ok) await cache.put(event.request, answer.clone());
      return answer;
    }),
  );
});
