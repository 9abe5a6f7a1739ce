import type { BrowserContext, Page } from '@playwright/test';
import { newEmail, PASSWORD } from '#test/registration.ts';
import { findConcert } from './support/concerts.ts';
import { delayScripts } from './support/delayed-scripts.ts';
import { concertPaths, publicPaths } from './support/pages.ts';
import { prepareCart } from './support/prepare.ts';
import { expect, test } from './support/test.ts';
import { isHydrated } from './support/visitor.ts';

// Scripts of readable pages load at the first interaction, or four seconds after the page (decision 11).

/** Collects the scripts that a visitor's pages request from now on. */
function watchScripts(context: BrowserContext): string[] {
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(request.url());
  });
  return asked;
}

/**
 * Runs in each page before its own scripts: drops timers of four seconds and more, which load scripts without an
 * interaction. A busy machine may take longer to show the page.
 */
function dropLongTimers(): void {
  const original = setTimeout.bind(window);
  const shorter = (...[handler, ms, ...rest]: Parameters<typeof original>) =>
    Number(ms) >= 4000 ? 0 : original(handler, ms, ...rest);
  Object.assign(window, { setTimeout: shorter });
}

/**
 * Runs in each page before its own scripts: taps the form's button in the very task in which hydration starts or ends.
 */
function tapAtHydration(moment: 'starts' | 'ends'): void {
  const tap = () => {
    // the page of the response is hydrated, too, and would be sent without a password
    if (sessionStorage.getItem('tapped') !== null) return;
    sessionStorage.setItem('tapped', 'yes');
    document.querySelector<HTMLElement>('main form [type="submit"]')?.click();
  };
  if (moment === 'ends') {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('hydrated').length > 0) tap();
    });
    observer.observe({ type: 'mark' });
    return;
  }
  const listen = document.addEventListener.bind(document);
  document.addEventListener = (...args: Parameters<typeof listen>) => {
    if (args[0] === 'click') queueMicrotask(tap);
    listen(...args);
  };
}

test('without interaction no script is sent', { tag: '@phone' }, async ({ context, request }) => {
  await context.addInitScript(dropLongTimers);
  const scripts = watchScripts(context);
  // each waits until the network has been idle for a while
  const pages = [...publicPaths, ...(await concertPaths(request))].map(async (path) => {
    const page = await context.newPage();
    await page.goto(path, { waitUntil: 'networkidle' });
    return page;
  });
  const [page] = await Promise.all(pages);
  expect(scripts).toEqual([]);
  // the server creates it with the first ticket
  const id = await page?.evaluate(() => localStorage.getItem('ticketShopSessionId'));
  expect(id).toBeNull();
});

/** Addresses of visible pictures without reserved space. */
const flatPictures = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.images)
      .filter((img) => img.checkVisibility() && img.offsetHeight < 20)
      .map((img) => img.getAttribute('src')),
  );

test('pictures have reserved space before they load', async ({ page, request }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/*.svg', (route) => held.promise.then(() => route.continue()));
  for (const path of [...publicPaths, ...(await concertPaths(request))]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    expect(await flatPictures(page), path).toEqual([]);
  }
  held.resolve();
});

test(
  'scripts come with the first interaction, and by themselves from then on',
  { tag: '@phone' },
  async ({ page, context }) => {
    await page.addInitScript(dropLongTimers);
    const scripts = watchScripts(page.context());
    await page.goto('/concerts/all', { waitUntil: 'networkidle' });
    expect(scripts).toEqual([]);
    await page.mouse.move(100, 100);
    await page.waitForFunction(isHydrated);
    const next = await context.newPage();
    await next.goto('/about');
    await next.waitForFunction(isHydrated);
  },
);

/** Runs in each page before its own scripts: moves the pointer as soon as the page shows anything. */
function moveEarly(): void {
  const observer = new MutationObserver(() => {
    if (document.body === null) return;
    observer.disconnect();
    document.body.dispatchEvent(new Event('pointermove', { bubbles: true }));
  });
  observer.observe(document, { childList: true, subtree: true });
}

test(
  'hydrates after an interaction with a page that is still arriving',
  { tag: '@desk' },
  async ({ page }) => {
    await page.addInitScript(moveEarly);
    for (const path of ['/concerts/all', '/auth/login']) {
      await page.goto(path);
      await page.waitForFunction(isHydrated);
    }
  },
);

/** Runs in each page before its own scripts: reports a pointer at rest on the page, as Chromium does. */
function reportStillPointer(): void {
  addEventListener('DOMContentLoaded', () => {
    document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
  });
}

test('a pointer at rest is no interaction', { tag: '@desk' }, async ({ page }) => {
  await page.addInitScript(dropLongTimers);
  await page.addInitScript(reportStillPointer);
  const scripts = watchScripts(page.context());
  await page.goto('/about', { waitUntil: 'networkidle' });
  expect(scripts).toEqual([]);
});

test('hydrates after four seconds without interaction', { tag: '@desk' }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/', { waitUntil: 'networkidle' });
  const scripts = page.waitForRequest(/\/assets\/entry\.client-.*\.js$/);
  await page.clock.fastForward(11_000);
  await scripts;
});

test('a cart is shown at once', async ({ page, texts }) => {
  await prepareCart(page, 'Fünf Winde');
  await page.goto('/');
  await expect(
    page.getByRole('button', { name: texts.layout.cartWith({ count: 1 }) }),
  ).toBeVisible();
});

test('tickets chosen and added before hydration are in the cart', async ({
  page,
  visitor,
  texts,
}) => {
  const release = await delayScripts(page);
  const { id } = await findConcert(page.request, 'Fünf Winde');
  await page.goto(`/concerts/${id}`);
  await visitor.quantityField('Normalpreis').fill('2');
  await visitor.tickets().getByRole('button', { name: texts.concert.addToCart }).click();
  release();
  await expect(visitor.toCart()).toBeVisible();
  await page.getByRole('button', { name: texts.layout.cartWith({ count: 1 }) }).click();
  await expect(page.getByText('2 x Normalpreis')).toBeVisible();
});

test(
  'a list of countries in use stays while the scripts come',
  { tag: '@desk' },
  async ({ page, visitor, texts }) => {
    const release = await delayScripts(page);
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop/checkout', { waitUntil: 'commit' });
    const country = page.getByRole('combobox', { name: texts.checkout.country });
    await country.focus();
    release();
    await visitor.hydrated();
    await expect(country).toBeFocused();
    await country.selectOption({ label: 'Schweiz' });
    await page.keyboard.press('Tab');
    await expect(country).toHaveValue('Schweiz');
  },
);

test('the menu opens before hydration', { tag: '@phone' }, async ({ page, texts }) => {
  await delayScripts(page);
  await page.goto('/about');
  await page.getByRole('button', { name: texts.layout.openMenu }).click();
  await expect(page.getByRole('dialog', { name: texts.layout.mainMenu })).toBeVisible();
});

test(
  'an address typed and sent before the scripts is taken',
  { tag: '@desk' },
  async ({ page, texts }) => {
    const release = await delayScripts(page);
    await page.goto('/about');
    const address = page.getByRole('textbox', {
      name: /^(Post aus dem Kloster|News from the abbey)/,
    });
    await address.fill('early@example.org');
    await page.getByRole('button', { name: texts.layout.newsletterSend }).click();
    release();
    await expect(page.getByText(texts.layout.newsletterSent)).toBeVisible();
  },
);

for (const moment of ['starts', 'ends'] as const) {
  test(
    `typed text is sent by a tap in the moment hydration ${moment}`,
    { tag: '@desk' },
    async ({ page, visitor, texts }) => {
      const { account, accountField } = texts;
      await page.addInitScript(tapAtHydration, moment);
      const release = await delayScripts(page);
      // `commit`: the load event would wait for the delayed scripts
      await page.goto('/auth/login', { waitUntil: 'commit' });
      await visitor.field(accountField.email).fill(newEmail());
      await visitor.field(accountField.password).fill(PASSWORD);
      release();
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(
        account.invalidCredentials,
      );
    },
  );
}

test(
  'on phones, fonts and pictures below the first view load after it, or at once under a link into the page',
  { tag: '@phone' },
  async ({ page, request }) => {
    const rest: string[] = [];
    page.on('request', (asked) => {
      const isRest = /\/text[\w-]*\.woff2$|-(?:west|ext)[\w-]*\.woff2$|-cover-|forest/;
      if (isRest.test(asked.url())) rest.push(asked.url());
    });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/media/plates/*', async (route) => {
      await held;
      await route.continue();
    });
    const { id } = await findConcert(request, 'Fünf Winde');
    for (const path of ['/', `/concerts/${id}`]) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.evaluate(() => document.fonts.ready);
    }
    expect(rest).toEqual([]);
    release();
    await expect(page.locator('html')).not.toHaveAttribute('data-first-view');
    expect(rest.length).toBeGreaterThanOrEqual(2);
    await page.goto(`/concerts/${id}#tickets`, { waitUntil: 'domcontentloaded' });
    await expect(page.locator('html')).not.toHaveAttribute('data-first-view');
  },
);

test('a lost font blocks no picture', { tag: '@phone' }, async ({ page }) => {
  // never gets a response
  await page.route('**/assets/text*.woff2', () => undefined);
  const asked = page.waitForRequest('**/assets/text*.woff2');
  await page.goto('/concerts/all', { waitUntil: 'domcontentloaded' });
  await asked;
  await expect(page.locator('html')).toHaveAttribute('data-first-view', 'true');
  // after three seconds
  await expect(page.locator('html')).not.toHaveAttribute('data-first-view');
});

test('text is set in our typefaces, not in their fallbacks', async ({ page }) => {
  await page.goto('/concerts/all');
  await expect
    .poll(() =>
      page.evaluate(() => {
        const loaded = Array.from(document.fonts).filter(({ status }) => status === 'loaded');
        return loaded.map(({ family, weight }) => `${family.replaceAll('"', '')} ${weight}`);
      }),
    )
    .toEqual(
      expect.arrayContaining([
        'MF Display 380',
        'MF Text 400',
        'MF Text 600',
        'MF Sans 400',
        'MF Sans 600',
      ]),
    );
});
