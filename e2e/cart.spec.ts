import type { Locator, Route } from '@playwright/test';
import { ApiBuyer } from './support/api-buyer.ts';
import { findConcert } from './support/concerts.ts';
import { prepareCart } from './support/prepare.ts';
import { advanceToHoldEnd, makeHoldFinal } from './support/shop-database.ts';
import { expect, test } from './support/test.ts';
import { localeOf, type Texts } from './support/texts.ts';

test('the dropdown in the header shows the cart', async ({ page, visitor, texts }) => {
  await visitor.openConcert('Fünf Winde');
  const cart = page.getByRole('button', { name: /^Warenkorb/ });
  await expect(cart).toHaveAccessibleName('Warenkorb, leer');
  await cart.click();
  await expect(page.getByText('Ihr Warenkorb ist leer.')).toBeVisible();
  await page.keyboard.press('Escape');

  await visitor.raise('Normalpreis', 2);
  await visitor.raise('Ermäßigt');
  await expect(visitor.tickets()).toContainText('70,00 €');
  await visitor.addToCart();
  await expect(
    page.getByRole('status').filter({ hasText: '3 Karten in den Warenkorb gelegt' }),
  ).toBeVisible();
  // the choice starts again from zero
  await expect(visitor.tickets()).toContainText('0 Karten');

  await expect(cart).toHaveAccessibleName('Warenkorb, 1 Eintrag');
  await cart.click();
  await expect(cart).toHaveAttribute('aria-expanded', 'true');
  const panel = page.locator('.cart-dropdown__panel');
  await expect(panel).toContainText('2 x Normalpreis: 52,00 €');
  await expect(panel).toContainText('1 x Ermäßigt: 18,00 €');
  await expect(panel).toContainText('Summe: 70,00 €');
  await expectUnder(panel, cart);
  await expect(panel.getByRole('link', { name: 'Fünf Winde' })).toHaveAttribute(
    'href',
    /\/concerts\/\d+$/,
  );
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(cart).toHaveAttribute('aria-expanded', 'false');
  await expect(cart).toBeFocused();

  await cart.click();
  await panel.getByRole('link', { name: texts.layout.showCart }).click();
  await visitor.sees('Ihr Warenkorb');
  await expect(panel).toBeHidden();
});

/** Checks that the panel opens at its button, not in a corner of the window. */
async function expectUnder(panel: Locator, button: Locator): Promise<void> {
  const [below, above] = [await panel.boundingBox(), await button.boundingBox()];
  if (below === null || above === null) throw new Error('the panel or its button is not there');
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
  const middle = above.x + above.width / 2;
  expect(below.x).toBeLessThan(middle);
  expect(below.x + below.width).toBeGreaterThan(middle);
}

for (const language of ['de', 'en'] as const) {
  const tag = ['@twice', language === 'de' ? '@desk' : '@phone'];
  test.describe(`with scripts and without, in ${language}`, { tag }, () => {
    test.use({ locale: localeOf[language] });

    test('tickets are chosen, changed, carried to the next step and removed', async ({
      page,
      visitor,
      texts,
    }) => {
      const kind = language === 'de' ? 'Normalpreis' : 'Full price';
      const name = language === 'de' ? 'Fünf Winde' : 'Five Winds';
      await visitor.openConcert('Fünf Winde');
      await visitor.raise(kind, 2);
      await visitor.addToCart();
      await expect(
        page.getByText(texts.concert.inCart({ count: tickets(texts, 2) })),
      ).toBeVisible();
      await page.getByRole('button', { name: texts.layout.cartWith({ count: 1 }) }).click();
      // without scripts the dropdown only leads to the cart
      if (visitor.isScripted)
        await expect(page.locator('.cart-dropdown__panel')).toContainText(`2 x ${kind}:`);
      await page.getByRole('link', { name: texts.layout.showCart }).click();
      await visitor.sees(texts.cart.title);

      await visitor.raise(kind);
      await page.getByRole('button', { name: texts.cart.update }).click();
      await expect(page.getByText(texts.cart.updated)).toBeVisible();
      // unsent changes are carried to the next step
      await visitor.raise(kind);
      await visitor.proceedToCheckout();
      await page.goto('/ticketshop');
      const price = language === 'de' ? '104,00' : '104.00';
      await expect(page.getByRole('region', { name: texts.cart.order })).toContainText(price);

      await page.getByRole('button', { name: texts.cart.removeEntry({ name }) }).click();
      await expect(
        page.getByRole('button', { name: texts.layout.cartWith({ count: 0 }) }),
      ).toBeVisible();
    });
  });
}

const tickets = (texts: Texts, count: number) => texts.concert.ticketCount({ count });

test(
  'a look at the cart that was overtaken by an add does not empty it',
  { tag: '@desk' },
  async ({ page, visitor, texts }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const holdFirst = async (route: Route) => {
      // the server's state before the add
      const early = await route.fetch();
      await held;
      // the page may have abandoned it
      await route.fulfill({ response: early }).catch(() => undefined);
      finish();
    };
    await page.route('**/ticketshop/visit.data*', holdFirst, { times: 1 });
    await visitor.openConcert('Fünf Winde');
    await visitor.raise('Normalpreis');
    await visitor.addToCart();
    release();
    await finished;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await expect(
      page.getByRole('button', { name: texts.layout.cartWith({ count: 1 }) }),
    ).toBeVisible();
    await expect(visitor.toCart()).toBeVisible();
  },
);

test(
  'the update button is shown only while the cart differs',
  { tag: '@desk' },
  async ({ page, visitor, texts }) => {
    await prepareCart(page, 'Fünf Winde', { quantity: 2 });
    await page.goto('/ticketshop');
    const update = page.getByRole('button', { name: 'Warenkorb aktualisieren' });
    const quantity = page.getByRole('group', { name: 'Normalpreis' }).getByRole('status').first();
    await expect(quantity).toHaveText('2');
    await expect(update).toHaveCount(0);
    await visitor.raise('Normalpreis');
    await expect(update).toBeVisible();
    await page.getByRole('button', { name: texts.ui.oneLess({ label: 'Normalpreis' }) }).click();
    await expect(update).toHaveCount(0);

    await visitor.raise('Normalpreis');
    await update.click();
    await expect(page.getByRole('status').filter({ hasText: texts.cart.updated })).toBeVisible();
    await expect(update).toHaveCount(0);
    await page.reload();
    await expect(quantity).toHaveText('3');

    // unsent changes are carried to the next step
    await visitor.raise('Normalpreis');
    await visitor.proceedToCheckout();
    await page.goto('/ticketshop');
    await expect(quantity).toHaveText('4');
  },
);

test(
  'removing the last concert leaves an empty cart that leads on',
  { tag: '@phone' },
  async ({ page, visitor, texts }) => {
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    // without scripts an emptied cart redirects to the concerts
    await visitor.hydrated();
    await page
      .getByRole('button', { name: texts.cart.removeEntry({ name: 'Fünf Winde' }) })
      .click();
    const heading = page.getByRole('heading', { name: 'Noch keine Karten.' });
    await expect(heading).toBeFocused();
    await page.getByRole('main').getByRole('link', { name: texts.cart.toConcerts }).click();
    await visitor.sees('Konzerte');
  },
);

test(
  'a first visitor is redirected from the shop before any script has loaded',
  { tag: '@phone' },
  async ({ page, visitor }) => {
    await page.route('**/assets/*.js', () => undefined);
    for (const path of ['/ticketshop', '/ticketshop/checkout', '/ticketshop/payment']) {
      await page.evaluate(() => localStorage.clear()).catch(() => undefined);
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForURL('/concerts/all');
      await visitor.sees('Konzerte');
    }
  },
);

test(
  'further concerts stand in five columns, without those of the cart',
  { tag: '@desk' },
  async ({ page, texts }) => {
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    const further = page.getByRole('region', { name: texts.cart.further });
    await expect(further.getByRole('link', { name: 'Jupiter' })).toBeVisible();
    await expect(further.getByRole('link', { name: 'Fünf Winde' })).toHaveCount(0);
    const columns = await further
      .getByRole('list')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
    expect(columns).toBe(5);
  },
);

test(
  'no more tickets can be chosen than there are',
  { tag: '@desk' },
  async ({ page, visitor, texts }) => {
    await visitor.openConcert('La Follia');
    const add = visitor.tickets().getByRole('button', { name: texts.concert.addToCart });
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    await visitor.raise('Normalpreis', 3);
    await visitor.raise('Ermäßigt', 1);
    const more = page.getByRole('button', { name: texts.ui.oneMore({ label: 'Ermäßigt' }) });
    await expect(more).toHaveAttribute('aria-disabled', 'true');
    await expect(more).toBeFocused();
    await expect(
      page.getByRole('group', { name: 'Ermäßigt' }).getByText(texts.ui.noMoreTickets),
    ).toBeVisible();
    // once, although two types have reached it
    await expect(visitor.tickets().getByText(texts.ui.noMoreTickets)).toHaveCount(1);
    await page.getByRole('button', { name: texts.ui.oneLess({ label: 'Normalpreis' }) }).click();
    await expect(more).toHaveAttribute('aria-disabled', 'false');
  },
);

test(
  'a visitor with the last tickets cannot choose more, and does not read that they are sold',
  { tag: '@desk' },
  async ({ page, visitor, texts, request }) => {
    const title = 'Stabat mater';
    const other = new ApiBuyer(request);
    const concert = await findConcert(request, title);
    await other.hold(concert, concert.available - 1);
    await visitor.openConcert(title);
    await visitor.raise('Normalpreis');
    await visitor.tickets().getByRole('button', { name: texts.concert.addToCart }).click();
    await expect(visitor.tickets().getByText(texts.concert.noneFree)).toBeVisible();
    await expect(
      page.getByRole('button', { name: texts.ui.oneMore({ label: 'Normalpreis' }) }),
    ).toHaveAttribute('aria-disabled', 'true');
    await page.reload();
    await expect(visitor.tickets().getByText(texts.concert.lastOnesAreYours)).toBeVisible();
    await expect(visitor.toCart()).toBeVisible();
    await other.release();
  },
);

test.describe('without a network', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /ERR_FAILED/ });

  test('the bar at the lower edge reports the failure, keeps the focus and links to the cart', async ({
    page,
    visitor,
    texts,
  }) => {
    await visitor.openConcert('Jupiter');
    await visitor.raise('Normalpreis');
    await page.evaluate(() => scrollTo(0, 0));
    // a focus that scrolls nothing into view
    const more = page.getByRole('button', { name: texts.ui.oneMore({ label: 'Ermäßigt' }) });
    await more.evaluate((button) => button.focus({ preventScroll: true }));
    const bar = page.locator('.ticket-bar');
    await page.route('**/concerts/*.data*', (route) => route.abort());
    await bar.getByRole('button', { name: texts.concert.addToCart }).click();
    const again = bar.getByRole('button', { name: texts.concert.retry });
    await expect(again).toBeFocused();
    await expect(bar).toContainText(texts.platform.offline);
    await page.unroute('**/concerts/*.data*');
    await again.click();
    await expect(bar).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(bar.getByRole('link', { name: texts.concert.toCart })).toBeFocused();
    await expect(bar).toContainText(/1 Karte · [\d,]+\s€/);
  });
});

test(
  'the hold: shown, announced, extended, ended',
  { tag: '@phone' },
  async ({ page, texts, database }) => {
    const sessionId = await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    await expect(page.getByText(/^Für Sie reserviert bis \d+\.\d\d\sUhr\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: texts.cart.extend })).toHaveCount(0);

    await advanceToHoldEnd(database, sessionId, 100);
    await page.reload();
    const warning = page.getByRole('alert').filter({ hasText: 'Brauchen Sie mehr Zeit?' });
    await expect(warning).toBeVisible();
    await page.getByRole('button', { name: texts.cart.extend }).click();
    await expect(page.getByText(texts.cart.extended)).toBeVisible();
    await expect(warning).toHaveCount(0);
    await expect(page.getByText(/^Für Sie reserviert bis/)).toBeFocused();

    await advanceToHoldEnd(database, sessionId, 6);
    await page.reload();
    const ended = page.getByRole('alert').filter({ hasText: 'wieder für alle frei' });
    await expect(ended).toBeVisible();
    await expect(page.getByLabel('Warenkorb, leer')).toBeVisible();
    await page.goto('/ticketshop/checkout');
    await expect(page).toHaveURL(/\/concerts\/all$/);
  },
);

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', { tag: '@phone' }, () => {
    test.use({ javaScriptEnabled });

    test('a hold at its last end offers no extension', async ({ page, texts, database }) => {
      const sessionId = await prepareCart(page, 'Fünf Winde');
      await advanceToHoldEnd(database, sessionId, 100);
      await makeHoldFinal(database, sessionId);
      await page.goto('/ticketshop');
      await expect(page.getByText('lässt sich nicht weiter verlängern')).toBeVisible();
      await expect(page.getByRole('button', { name: texts.cart.extend })).toHaveCount(0);
    });
  });
}

test.describe('in English', { tag: '@phone' }, () => {
  test.use({ locale: localeOf.en });

  test('a hold that ended elsewhere is reported on the way to the cart', async ({
    page,
    visitor,
    texts,
    database,
  }) => {
    const sessionId = await prepareCart(page, 'Fünf Winde');
    await page.goto('/about');
    await visitor.hydrated();
    const summary = page.getByLabel('Cart, 1 entry');
    await expect(summary).toBeVisible();
    await advanceToHoldEnd(database, sessionId, 5);
    // a cookie of the response has the new end
    await page.request.get('/ticketshop');
    await expect
      .poll(async () => (await (await page.request.get(`/cart/${sessionId}`)).json()).msgCode)
      .toBe(6109);
    await summary.click();
    await page.getByRole('link', { name: 'Show cart' }).click();
    await expect(page).toHaveURL(/\/concerts\/all$/);
    await expect(page.getByText(texts.cart.holdEnded)).toBeVisible();
  });
});

test.describe('by the clock', { tag: '@desk' }, () => {
  test('the cart is loaded every 60 seconds, edited quantities stay', async ({
    page,
    visitor,
    texts,
  }) => {
    await page.clock.install();
    const sessionId = await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    await visitor.raise('Normalpreis');
    const { productId, ticketTypes } = await findConcert(page.request, 'Fünf Winde');
    const items = [
      { productId, id: ticketTypes[0], quantity: 5 },
      { productId, id: ticketTypes[1], quantity: 2 },
    ];
    await page.request.post('/cart/update', { data: { sessionId, items } });
    await page.clock.fastForward(60_000);
    const quantityOf = (kind: string) =>
      page.getByRole('group', { name: kind }).getByRole('status').first();
    await expect(quantityOf('Ermäßigt')).toHaveText('2');
    await expect(quantityOf('Normalpreis')).toHaveText('2');
    await expect(
      page.getByRole('button', { name: texts.ui.oneMore({ label: 'Normalpreis' }) }),
    ).toBeFocused();
  });

  test('a success fades after 5 seconds, except under the pointer', async ({ page, visitor }) => {
    await visitor.openConcert('Fünf Winde');
    await page.clock.install();
    await visitor.raise('Normalpreis');
    await visitor.addToCart();
    const toast = page.getByText('1 Karte in den Warenkorb gelegt.');
    await expect(toast).toBeVisible();
    await toast.hover();
    await page.clock.fastForward(6000);
    await expect(toast).toBeVisible();
    await page.mouse.move(10, 400);
    await page.clock.fastForward(5000);
    await page.clock.fastForward(1000);
    await expect(toast).toHaveCount(0);
    // the panel shows the same
    await expect(visitor.tickets()).toContainText('1 Karte für dieses Konzert im Warenkorb.');
  });
});
