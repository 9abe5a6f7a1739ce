import type { Browser, CDPSession, Page } from '@playwright/test';
import { watchPage, type PageTimes } from './watch-page.ts';

/** The measurements of one visit: times, and transferred kB by resource type. */
export interface PageVisit extends PageTimes {
  /** Until the network is idle. */
  loaded: Weights;
  /** Until the page is hydrated. */
  hydrated: Weights;
}

/** kB by Chromium's resource type (`Document`, `Font`, `Image`, `Script`). */
type Weights = Readonly<Record<string, number>>;

/** Lighthouse's slow 4G as DevTools applies it: latency in ms, throughput in bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
/** Lighthouse simulates a mid-range phone by slowing the processor down by this factor. */
const CPU_SLOWDOWN_FACTOR = 4;

/** A visitor with a cart, who comes from another page, so that the browser has cached its files. */
export interface ReturningVisitor {
  sessionId: string;
  previousUrl: string;
}

/** Visits a page on a phone: with an empty browser cache, or as a returning visitor. */
export async function visitPage(
  browser: Browser,
  url: string,
  visitor?: ReturningVisitor,
): Promise<PageVisit> {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
  const context = await browser.newContext({ ...phone, isMobile: true });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchPage, visitor?.sessionId);
    if (visitor !== undefined) {
      await page.goto(visitor.previousUrl);
      await hydrate(page);
    }
    const client = await context.newCDPSession(page);
    const weights = await sumWeights(client);
    await client.send('Network.emulateNetworkConditions', SLOW_4G);
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN_FACTOR });
    await page.goto(url, { waitUntil: 'networkidle' });
    const loaded = { ...weights };
    await hydrate(page);
    return { ...(await page.evaluate(() => window.pageTimes)), loaded, hydrated: weights };
  } finally {
    await context.close();
  }
}

/** Interacts with the page, which starts hydration (decision 11), and waits until the network is idle. */
async function hydrate(page: Page): Promise<void> {
  await page.evaluate(() => (window.interactedAt = performance.now()));
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => window.isHydrated);
  await page.waitForLoadState('networkidle');
}

/** Sums up transferred kB by resource type from now on. */
async function sumWeights(client: CDPSession): Promise<Record<string, number>> {
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
