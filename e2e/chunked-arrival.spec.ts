import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { concertPaths, publicPaths } from './support/pages.ts';
import { expect, test } from './support/test.ts';

// On a slow line a page comes in pieces, and what has come is painted.

/** The shop as behind a line that stops in each page right after what `until` finds, and is told to go on. */
async function openSlowLine(shop: string, until: RegExp) {
  let goOn = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    void (async () => {
      const upstream = await fetch(new URL(request.url ?? '/', shop), { redirect: 'manual' });
      const body = Buffer.from(await upstream.arrayBuffer());
      const left = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
      const headers = Array.from(upstream.headers).filter(([name]) => !left.has(name));
      response.writeHead(upstream.status, Object.fromEntries(headers));
      const cut = until.exec(body.toString('latin1'));
      if (cut !== null) {
        response.write(body.subarray(0, cut.index + cut[0].length));
        await goOn.promise;
      }
      response.end(body.subarray(cut === null ? 0 : cut.index + cut[0].length));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    goOn: () => goOn.resolve(),
    hold: () => (goOn = Promise.withResolvers<void>()),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Runs in each page before it: adds up what moves. */
function watchShifts(): void {
  const seen = { shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as { value?: number }).value ?? 0;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Two frames: the first one begins to paint what is there. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** Opens each page, paints what has come up to the stop, then the rest, and says how much that moved. */
async function expectNothingMoves(page: Page, shop: string, paths: string[], until: RegExp) {
  const line = await openSlowLine(shop, until);
  await page.addInitScript(watchShifts);
  try {
    for (const path of paths) {
      line.hold();
      await page.goto(line.url + path, { waitUntil: 'commit' });
      await page.locator('main').waitFor({ state: 'attached' });
      await painted(page);
      line.goOn();
      await page.waitForLoadState();
      await painted(page);
      const shift = await page.evaluate(
        () => (window as unknown as { seen: { shift: number } }).seen.shift,
      );
      expect(shift, path).toBeLessThan(0.002);
    }
    // before its line is taken away
    await page.goto('about:blank');
  } finally {
    await line.close();
  }
}

test('nothing moves when the page comes later than its header', async ({
  page,
  request,
  baseURL,
}) => {
  const paths = [...publicPaths, ...(await concertPaths(request)), '/auth/login'];
  await expectNothingMoves(page, baseURL ?? '', paths, /<main[^>]*>/);
});

test('nothing moves when a line stops amid the names over a panorama @desk', async ({
  page,
  request,
  baseURL,
}) => {
  const until = /(?:class="panorama__label".*?){3}/s;
  await expectNothingMoves(page, baseURL ?? '', await concertPaths(request), until);
});
