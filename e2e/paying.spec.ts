import type { Page, Request, Route } from '@playwright/test';
import { prepareCart, preparePayment } from './support/prepare.ts';
import { callSandbox } from './support/sandbox.ts';
import { expect, test } from './support/test.ts';
import { cards } from './support/visitor.ts';
import { localeOf } from './support/texts.ts';

/** The address to which scripts send the payment step's forms. */
const FORMS = '**/ticketshop/payment.data*';

const hasIntent = (request: Request, intent: string): boolean =>
  request.method() === 'POST' && (request.postData() ?? '').includes(`intent=${intent}`);

/** Opens the payment step; returns the id of the payment that the server opened. */
async function openPayment(page: Page): Promise<string> {
  // the card fields send it to the provider
  const asked = page.waitForRequest(/\/v1\/payment_intents\/pi_\w+\?/);
  await page.goto('/ticketshop/payment');
  return /pi_\w+/.exec((await asked).url())?.[0] ?? '';
}

/** Handles the queries for the result of a payment; everything else passes. */
async function routeCompletion(page: Page, handle: (route: Route) => unknown): Promise<void> {
  await page.route(FORMS, (route) =>
    hasIntent(route.request(), 'complete') ? void handle(route) : route.continue(),
  );
}

test('a declined card shows the reason, and another one pays', async ({ page, visitor, texts }) => {
  await preparePayment(page, 'Fünf Winde');
  await page.goto('/ticketshop/payment');
  await visitor.pay(cards.declined);
  const box = page.getByRole('alert').filter({ hasText: 'Fehler!' });
  await expect(box).toContainText('Ihre Karte wurde abgelehnt.');
  await expect(box).toBeFocused();
  await expect(page).toHaveTitle(/^Fehler: /);
  await expect(page.getByRole('heading', { name: texts.payment.busyTitle })).toHaveCount(0);
  await visitor.pay(cards.pays);
  await visitor.seesConfirmation();
});

test.describe('in English', { tag: '@phone' }, () => {
  test.use({ locale: localeOf.en });

  test('insufficient funds are shown', async ({ page, visitor }) => {
    await preparePayment(page, 'Fünf Winde');
    await page.goto('/ticketshop/payment');
    await visitor.pay(cards.insufficient);
    await expect(page.getByRole('alert').filter({ hasText: 'Error!' })).toContainText(
      'Your card has insufficient funds.',
    );
    await expect(visitor.payButton()).toBeEnabled();
  });
});

test(
  'the bank requires authentication, and the buyer confirms',
  { tag: '@phone' },
  async ({ page, visitor }) => {
    await preparePayment(page, 'Fünf Winde');
    await page.goto('/ticketshop/payment');
    await visitor.pay(cards.authenticates);
    await bank(page).getByRole('button', { name: 'Complete' }).click();
    await visitor.seesConfirmation();
  },
);

test(
  'the bank requires authentication, and the buyer refuses',
  { tag: '@desk' },
  async ({ page, visitor }) => {
    await preparePayment(page, 'Fünf Winde');
    await page.goto('/ticketshop/payment');
    await visitor.pay(cards.authenticates);
    await bank(page).getByRole('button', { name: 'Fail' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Fehler!' })).toContainText(
      'konnte nicht authentifiziert werden',
    );
    await expect(visitor.payButton()).toBeEnabled();
  },
);

test(
  'incomplete card fields have their errors in the frame',
  { tag: '@desk' },
  async ({ page, visitor }) => {
    await preparePayment(page, 'Fünf Winde');
    await page.goto('/ticketshop/payment');
    // before hydration the button leads to the hosted page
    await visitor.hydrated();
    await visitor.payButton().click();
    const frame = page.frameLocator('.card-fields iframe');
    await expect(frame.getByText('Die Kartennummer ist unvollständig.')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'Fehler!' })).toBeFocused();
  },
);

test('two presses of the button pay once', { tag: '@desk' }, async ({ page, visitor }) => {
  await preparePayment(page, 'Fünf Winde');
  let asked = 0;
  page.on('request', (request) => {
    if (hasIntent(request, 'complete')) asked++;
  });
  await page.goto('/ticketshop/payment');
  await visitor.fillCard(cards.pays);
  await visitor.payButton().dblclick();
  await visitor.seesConfirmation();
  expect(asked).toBe(1);
});

test.describe('reload and back', { tag: '@desk' }, () => {
  test.use({ allowedErrors: /ERR_FAILED/ });

  test('before paying: the same payment is offered', async ({ page, visitor }) => {
    await preparePayment(page, 'Jupiter');
    const intent = await openPayment(page);
    await expect(visitor.payButton()).toBeEnabled();
    expect(await openPayment(page)).toBe(intent);
    await visitor.pay(cards.pays);
    await visitor.seesConfirmation();
  });

  test('while the payment is being confirmed: it is completed, never offered again', async ({
    page,
    visitor,
    texts,
  }) => {
    await preparePayment(page, 'Jupiter');
    await page.goto('/ticketshop/payment');
    // the first response of our server is lost
    let isLost = false;
    await routeCompletion(page, (route) => {
      if (isLost) return route.continue();
      isLost = true;
    });
    const asked = page.waitForRequest((request) => hasIntent(request, 'complete'));
    await visitor.pay(cards.pays);
    await expect(page.getByRole('heading', { name: texts.payment.busyTitle })).toBeFocused();
    await asked;
    await page.reload();
    await visitor.seesConfirmation();
  });

  test('before the money has arrived: the order is found later', async ({ page, visitor }) => {
    const sessionId = await preparePayment(page, 'Jupiter');
    const intent = await openPayment(page);
    await visitor.fillCard(cards.pays);
    // the page's first query is too early: nothing was paid; in the meantime the money arrives
    let asked = 0;
    await routeCompletion(page, async (route) => {
      if (++asked > 1) return route.continue();
      const tooEarly = await route.fetch();
      await callSandbox(page, 'pay', intent);
      await expect
        .poll(async () => (await (await page.request.get(`/cart/${sessionId}`)).json()).msgCode)
        .toBe(6109);
      await route.fulfill({ response: tooEarly });
    });
    await page.route('**/v1/payment_intents/*/confirm*', (route) => route.abort());
    await visitor.payButton().click();
    await visitor.seesConfirmation();
    // the second query is the page's loader
    expect(asked).toBe(1);
  });

  test('after the confirmation: back leads to the concerts', async ({ page, visitor, texts }) => {
    await preparePayment(page, 'Jupiter');
    await page.goto('/ticketshop/checkout');
    await visitor.proceedToPayment();
    await visitor.pay(cards.pays);
    await visitor.seesConfirmation();
    await page.goBack();
    await expect(page).toHaveURL(/\/concerts\/all$/);
    await expect(page.getByLabel(texts.layout.cartWith({ count: 0 }))).toBeVisible();
  });
});

test('a return from the bank is completed first', { tag: '@phone' }, async ({ page, visitor }) => {
  await preparePayment(page, 'Jupiter');
  const intent = await openPayment(page);
  await expect(visitor.payButton()).toBeEnabled();
  await callSandbox(page, 'pay', intent);
  const query = new URLSearchParams({
    payment_intent: intent,
    payment_intent_client_secret: `${intent}_secret_x`,
    redirect_status: 'succeeded',
  });
  await page.goto(`/ticketshop/payment?${query}`);
  await visitor.seesConfirmation();
  expect(page.url()).not.toContain('payment_intent');
});

test(
  'a return that was not paid offers the payment again',
  { tag: '@desk' },
  async ({ page, visitor, texts }) => {
    await preparePayment(page, 'Jupiter');
    const intent = await openPayment(page);
    await expect(visitor.payButton()).toBeEnabled();
    await page.goto(`/ticketshop/payment?payment_intent=${intent}&redirect_status=failed`);
    await expect(page.getByRole('alert').filter({ hasText: 'Fehler!' })).toContainText(
      texts.payment.friendlyError,
    );
    expect(page.url()).not.toContain('payment_intent');
    await visitor.pay(cards.pays);
    await visitor.seesConfirmation();
  },
);

test(
  'a payment in progress keeps the page covered',
  { tag: '@desk' },
  async ({ page, visitor, texts }) => {
    await preparePayment(page, 'Jupiter');
    await page.goto('/ticketshop/payment');
    await visitor.pay('4000000000007007');
    const overlay = page.getByRole('dialog', { name: 'Zahlung läuft' });
    await expect(overlay.getByRole('status').last()).toHaveText(texts.payment.stillConfirming);
    await expect(visitor.payButton()).toBeDisabled();
    await visitor.seesConfirmation();
  },
);

test.describe('when a server does not respond', { tag: ['@desk', '@long'] }, () => {
  test.use({ allowedErrors: /ERR_FAILED/ });

  test('card fields that fail to load can be retried', async ({ page, visitor, texts }) => {
    await preparePayment(page, 'Jupiter');
    let isCut = true;
    await page.route('**/stripe.js', (route) => (isCut ? route.abort() : route.continue()));
    await page.goto('/ticketshop/payment');
    const box = page.getByRole('alert').filter({ hasText: texts.payment.cardFailed });
    await expect(box).toBeVisible();
    isCut = false;
    await box.getByRole('button', { name: texts.cart.tryAgain }).click();
    await visitor.pay(cards.pays);
    await visitor.seesConfirmation();
  });

  for (const isHanging of [false, true]) {
    const title = isHanging ? 'a script that never arrives' : 'a blocked script';
    test(`${title} leaves the way to the hosted page`, async ({ page, visitor, texts }) => {
      await page.clock.install();
      await preparePayment(page, 'Jupiter');
      await page.route('**/stripe.js', (route) => (isHanging ? undefined : route.abort()));
      await page.goto('/ticketshop/payment', { waitUntil: 'commit' });
      const box = page.getByRole('alert').filter({ hasText: texts.payment.cardFailed });
      if (isHanging) {
        await expect(page.locator('script[src$="stripe.js"]')).toBeAttached();
        await page.clock.fastForward(20_000);
      }
      await expect(box).toBeVisible();
      await expect(page.getByText(texts.payment.hostedText)).toBeVisible();
      await visitor.payButton().click();
      await visitor.fillHostedPage(cards.pays);
      await visitor.seesConfirmation();
    });
  }

  test('our server: it is queried again, and no other payment is made', async ({
    page,
    visitor,
    texts,
  }) => {
    await page.clock.install();
    await preparePayment(page, 'Jupiter');
    await page.goto('/ticketshop/payment');
    await visitor.fillCard(cards.pays);
    let asked = 0;
    await routeCompletion(page, (route) => {
      asked++;
      return route.abort();
    });
    await visitor.payButton().click();
    for (let tries = 1; tries <= 5; tries++) {
      await expect.poll(() => asked).toBe(tries);
      if (tries < 5) await page.clock.fastForward(10_000);
    }
    await expect(
      page.getByRole('alert').filter({ hasText: texts.payment.unknownTitle }),
    ).toBeFocused();
    await expect(visitor.payButton()).toHaveCount(0);
    await page.unroute(FORMS);
    await page.getByRole('button', { name: texts.payment.askAgain }).click();
    await visitor.seesConfirmation();
  });
});

test.describe('guards', { tag: '@desk' }, () => {
  test('without a delivery method the payment redirects to the checkout', async ({ page }) => {
    await prepareCart(page, 'Jupiter');
    await page.goto('/ticketshop/payment');
    await expect(page).toHaveURL(/\/ticketshop\/checkout$/);
  });

  test(
    'a visitor without access is redirected, and nothing moves',
    { tag: '@long' },
    async ({ page }) => {
      await page.addInitScript(watchShifts);
      const places = [
        ['/ticketshop', /\/concerts\/all$/],
        ['/ticketshop/checkout', /\/concerts\/all$/],
        ['/ticketshop/payment', /\/concerts\/all$/],
        ['/user', /\/auth\/login\?next=%2Fuser$/],
        ['/user/profile', /\/auth\/login\?next=%2Fuser%2Fprofile$/],
      ] as const;
      for (const [path, target] of places) {
        await page.goto(path);
        await expect(page).toHaveURL(target);
        const shift = await page.evaluate(() =>
          Number(document.documentElement.dataset.shift ?? 0),
        );
        expect(shift, path).toBeLessThan(0.02);
      }
    },
  );

  test('the card provider is contacted on the payment step only', async ({
    page,
    visitor,
    texts,
  }) => {
    // in test mode the provider is served under the shop's own address (server/edge/sandbox-proxy.ts)
    const isProvider = (url: string) => new URL(url).pathname.startsWith('/sandbox/');
    const hosts = new Set<string>();
    let asked = 0;
    page.on('request', (request) => {
      hosts.add(new URL(request.url()).host);
      if (isProvider(request.url())) asked++;
    });
    await preparePayment(page, 'Jupiter');
    await page.goto('/ticketshop');
    await visitor.proceedToCheckout();
    await expect(visitor.toPayment()).toBeVisible();
    expect(asked).toBe(0);
    await visitor.proceedToPayment();
    await visitor.hydrated();
    await expect(visitor.payButton()).toBeEnabled();
    expect(asked).toBeGreaterThan(0);
    expect(hosts.size).toBe(1);
    await page.getByRole('link', { name: texts.payment.editCart }).click();
    await visitor.sees(texts.cart.title);
  });

  test('an order free of charge does not contact the card provider at all', async ({
    page,
    texts,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await preparePayment(page, 'Ein Sommer in Ischl', { type: 3, method: 'boxoffice' });
    await page.goto('/ticketshop/payment');
    await expect(page.getByRole('button', { name: texts.payment.payFree })).toBeEnabled();
    expect(asked.filter((path) => path.startsWith('/sandbox/'))).toEqual([]);
  });
});

/** Sums up layout shifts without interaction on the page itself; 0.02 is the maximum (design.md 4). */
function watchShifts() {
  new PerformanceObserver((list) => {
    const { dataset } = document.documentElement;
    const values = list.getEntries().map((entry) => Number(entry.toJSON().value));
    dataset.shift = String(values.reduce((sum, value) => sum + value, Number(dataset.shift ?? 0)));
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The frame of the bank's authentication. */
const bank = (page: Page) => page.frameLocator('dialog iframe');
