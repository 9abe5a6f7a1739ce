import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { concertPaths, publicPaths } from './support/pages.ts';
import { expect, test } from './support/test.ts';

// On a slow connection a page arrives in chunks, and the browser paints what has arrived.

/** A proxy to the shop that pauses each page right after the text that `until` finds, until it is continued. */
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

/** Runs in each page before its own scripts: sums up layout shifts. */
function watchShifts(): void {
  const seen = { shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as { value?: number }).value ?? 0;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Waits two frames: the first one starts to paint the content. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** Opens each page, paints it up to the pause, then the rest, and returns how much the rest moved. */
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
    // before its route is removed
    await page.goto('about:blank');
  } finally {
    await line.close();
  }
}

test('nothing moves when a page arrives after its header', async ({ page, request, baseURL }) => {
  const paths = [...publicPaths, ...(await concertPaths(request)), '/auth/login'];
  await expectNothingMoves(page, baseURL ?? '', paths, /<main[^>]*>/);
});

test('nothing moves when the connection pauses within the names over a panorama @desk', async ({
  page,
  request,
  baseURL,
}) => {
  const until = /(?:class="panorama__label".*?){3}/s;
  await expectNothingMoves(page, baseURL ?? '', await concertPaths(request), until);
});
