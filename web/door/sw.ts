// The service worker of the door: the shell comes from the device alone, so that a reload needs no network. The page
// and its files are of one version; a new one is used from the next start on.

interface LifeEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface RequestEvent extends LifeEvent {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
}
declare const self: {
  addEventListener: ((type: 'install' | 'activate', listener: (event: LifeEvent) => void) => void) &
    ((type: 'fetch', listener: (event: RequestEvent) => void) => void);
  clients: { claim: () => Promise<void> };
  location: Location;
};
/** The files that the door consists of; another version of one has another `version`. */
export interface Shell {
  version: string;
  urls: string[];
}
/** The build writes it here (vite.config.ts). */
declare const DOOR_SHELL: Shell;

const { version, urls } = DOOR_SHELL;
const cacheName = `door-${version}`;

self.addEventListener('install', (event) => {
  const load = async () => {
    const cache = await caches.open(cacheName);
    // past the browser's own cache, whose page may be older than its files
    await cache.addAll(urls.map((url) => new Request(url, { cache: 'reload' })));
  };
  event.waitUntil(load());
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('door-') && name !== cacheName) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin !== self.location.origin || event.request.method !== 'GET') return;
  const isPage = event.request.mode === 'navigate' && /^\/door\/?$/.test(pathname);
  const url = isPage ? '/door' : pathname;
  if (!urls.includes(url)) return;
  const find = async () => {
    const cache = await caches.open(cacheName);
    return (await cache.match(url)) ?? (await fetch(event.request));
  };
  event.respondWith(find());
});
