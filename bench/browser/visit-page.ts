import type { Browser, CDPSession, Page } from '@playwright/test';
import { watchPage, type PageTimes } from './watch-page.ts';

/** What a visit came to: times, and kB on the wire by kind of request. */
export interface Visit extends PageTimes {
  /** Until the page was there. */
  read: Weights;
  /** Until its scripts were alive, too. */
  alive: Weights;
}

/** kB by Chromium's kind of resource (`Document`, `Font`, `Image`, `Script`). */
type Weights = Readonly<Record<string, number>>;

/** Lighthouse's mobile connection as DevTools applies it: latency of a request in ms, bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
/** Lighthouse's middling phone: so many times slower than this machine. */
const SLOWDOWN = 4;

/** Somebody who has filled a cart on another page, whose files the browser has kept. */
export interface Buyer {
  sessionId: string;
  cameFrom: string;
}

/** Visits a page on a phone: as a newcomer with an empty browser, or as a buyer. */
export async function visitPage(browser: Browser, url: string, buyer?: Buyer): Promise<Visit> {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
  const context = await browser.newContext({ ...phone, isMobile: true });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchPage, buyer?.sessionId);
    if (buyer !== undefined) {
      await page.goto(buyer.cameFrom);
      await wake(page);
    }
    const client = await context.newCDPSession(page);
    const weights = await weigh(client);
    await client.send('Network.emulateNetworkConditions', SLOW_4G);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.goto(url, { waitUntil: 'networkidle' });
    const read = { ...weights };
    await wake(page);
    return { ...(await page.evaluate(() => window.pageTimes)), read, alive: weights };
  } finally {
    await context.close();
  }
}

/** Does something, upon which scripts come (decision 17), and waits until nothing moves any more. */
async function wake(page: Page): Promise<void> {
  await page.evaluate(() => (window.wokenAt = performance.now()));
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => window.isAlive);
  await page.waitForLoadState('networkidle');
}

/** Goes on to add up what comes over the wire. */
async function weigh(client: CDPSession): Promise<Record<string, number>> {
  const weights: Record<string, number> = {};
  const kinds = new Map<string, string>();
  client.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other';
    weights[kind] = (weights[kind] ?? 0) + encodedDataLength / 1000;
  });
  await client.send('Network.enable');
  return weights;
}
