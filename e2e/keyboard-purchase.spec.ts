import type { Locator, Page } from '@playwright/test';
import { findConcert } from './support/concerts.ts';
import { hasFocus, MAX_STEPS, tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';
import { cards, clara, newEmail, type Visitor } from './support/visitor.ts';

// From the home page to the documents without a pointer, with scripts and without. What only some keys do (errors,
// the list of countries, overlays) is in keyboard.spec.ts.

const kinds = { de: 'Normalpreis', en: 'Full price' } as const;

for (const language of ['de', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: localeOf[language] });

    test('the whole way by keyboard alone', { tag: '@twice' }, async ({ page, visitor }) => {
      await page.goto('/');
      await visitor.hydrated();
      await chooseTicket(page, visitor);
      await enterDetails(page, visitor);
      await pay(page, visitor);
      await visitor.seesConfirmation();
      await reachDocument(page, visitor);
    });
  });
}

async function chooseTicket(page: Page, visitor: Visitor): Promise<void> {
  const { say, isScripted } = visitor;
  const main = page.getByRole('main');
  await follow(page, main.getByRole('link', { name: say.festival.allConcerts }));
  const { id } = await findConcert(page.request, 'Auftakt im Fels');
  const concert = main.locator(`article a[href$="/concerts/${id}"]`);
  await page.waitForURL('**/concerts/all');
  await expect(concert).toBeVisible();
  await follow(page, concert);
  await page.waitForURL(`**/concerts/${id}`);
  await expect(visitor.tickets()).toBeVisible();
  const kind = kinds[visitor.language];
  if (isScripted) {
    await follow(page, main.getByRole('button', { name: say.ui.oneMore({ label: kind }) }));
  } else {
    await tabTo(page, visitor.quantityField(kind));
    await page.keyboard.press('ArrowUp');
  }
  await follow(page, visitor.tickets().getByRole('button', { name: say.concert.addToCart }));
  await follow(page, visitor.tickets().getByRole('link', { name: say.concert.toCart }));
  await visitor.sees(say.cart.title);
  await follow(page, visitor.wayOn(say.cart.checkout));
  await visitor.sees(say.checkout.title);
}

/** As a guest; goes on to the payment. */
async function enterDetails(page: Page, visitor: Visitor): Promise<void> {
  const { checkout, cart, payment } = visitor.say;
  const { keyboard } = page;
  await tabTo(page, visitor.field(checkout.firstName));
  for (const text of [clara.firstName, clara.lastName, clara.street, clara.zip, clara.city]) {
    await keyboard.type(text);
    await keyboard.press('Tab');
  }
  await expect(page.getByRole('combobox', { name: checkout.country })).toBeFocused();
  await keyboard.type(clara.country);
  await keyboard.press('Tab');
  await expect(visitor.field(checkout.email)).toBeFocused();
  await keyboard.type(newEmail());
  await keyboard.press('Enter');
  const edit = { name: checkout.edit };
  await expect(page.getByRole('button', edit).or(page.getByRole('link', edit))).toBeVisible();
  await tabTo(page, page.getByRole('radio', { name: cart.onlineticket }));
  await keyboard.press('Space');
  await expect(visitor.toPayment()).not.toHaveAttribute('aria-disabled', 'true');
  await follow(page, visitor.toPayment());
  await visitor.sees(payment.title);
}

/** In the card fields of the page; without scripts on the provider's page. */
async function pay(page: Page, visitor: Visitor): Promise<void> {
  const { isScripted } = visitor;
  if (isScripted) await expect(visitor.payButton()).toBeEnabled();
  else await follow(page, visitor.payButton());
  const form = isScripted ? page.frameLocator('.card-fields iframe') : page;
  const number = form.getByRole('textbox', { name: 'Card number' });
  await expect(number).toBeVisible();
  for (let step = 0; step < MAX_STEPS && !(await hasFocus(number)); step++) {
    await page.keyboard.press('Tab');
  }
  for (const text of [cards.pays, '12 / 34', '123']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  const last = isScripted ? visitor.payButton() : page.getByRole('button', { name: /^Pay / });
  if (!(await hasFocus(last))) await tabTo(page, last);
  await page.keyboard.press('Enter');
}

/** Waits for the documents, without scripts by looking again, and stops at the first. */
async function reachDocument(page: Page, visitor: Visitor): Promise<void> {
  const { download, reload } = visitor.say.order;
  const documents = page.getByRole('link', { name: download });
  await expect(async () => {
    const again = page.getByRole('link', { name: reload });
    if ((await again.count()) > 0) await follow(page, again);
    await expect(documents).toHaveCount(4, { timeout: 1000 });
  }).toPass();
  await tabTo(page, documents.first());
}

/** Tabs to a link or button and presses it. */
async function follow(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
