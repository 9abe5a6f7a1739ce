import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { DeliveryMethod } from '#contract/codes.ts';
import type { Language } from '#contract/language.ts';
import { findConcert } from './concerts.ts';
import { textsOf, type Texts } from './texts.ts';

/** A card of the sandbox (packages/stripe-sandbox/README.md). */
export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  authenticates: '4000002500003155',
} as const;

/** The fields of the details form. */
export interface Details {
  firstName: string;
  lastName: string;
  street: string;
  zip: string;
  city: string;
  /** German name of the country, as the list shows it. */
  country: string;
  email: string;
}

/** Details of a buyer in Germany. */
export const clara: Details = {
  firstName: 'Clara',
  lastName: 'Wieck',
  street: 'Am Markt 1',
  zip: '04109',
  city: 'Leipzig',
  country: 'Deutschland',
  email: '',
};

/** Runs in a page: whether React has hydrated it (web/entry.client.tsx). */
export const isHydrated = () => performance.getEntriesByName('hydrated').length > 0;

/**
 * A visitor of the site: the steps of a purchase, which find each element by role and name. The same steps work with
 * and without scripts, where some controls differ: a journey with the tag `@twice` runs both ways.
 */
export class Visitor {
  readonly page: Page;
  readonly language: Language;
  readonly texts: Texts;
  /** Whether this browser runs scripts. */
  readonly isScripted: boolean;

  constructor(page: Page, language: Language, isScripted = true) {
    this.page = page;
    this.language = language;
    this.texts = textsOf(language);
    this.isScripted = isScripted;
  }

  /** Opens the concert with this German title and waits until its steppers are hydrated. */
  async openConcert(title: string): Promise<void> {
    const { id } = await findConcert(this.page.request, title);
    await this.page.goto(`/concerts/${id}`);
    await this.hydrated();
  }

  /** Waits until the page is hydrated. An interaction starts that (decision 11). */
  async hydrated(): Promise<void> {
    if (!this.isScripted) return;
    await this.page.keyboard.press('Shift');
    await this.page.waitForFunction(isHydrated);
  }

  tickets(): Locator {
    return this.page.getByRole('complementary', { name: this.texts.concert.tickets });
  }

  /** Adds this many tickets of this type (its name in the page's language). */
  async raise(kind: string, times = 1): Promise<void> {
    if (!this.isScripted) {
      const field = this.quantityField(kind);
      return await field.fill(String(Number(await field.inputValue()) + times));
    }
    const more = this.page.getByRole('button', { name: this.texts.ui.oneMore({ label: kind }) });
    for (let time = 0; time < times; time++) await more.click();
  }

  /** The number field of a ticket type without scripts. */
  quantityField(kind: string): Locator {
    return this.page.getByRole('main').getByRole('spinbutton', { name: kind });
  }

  /** Goes to the next step with unsent changes: a button without scripts, otherwise mostly a link. */
  nextStep(name: string): Locator {
    return this.page.getByRole('main').getByRole(this.isScripted ? 'link' : 'button', { name });
  }

  /** Opens the menu, which phones show behind a button. */
  async openMenu(): Promise<void> {
    const burger = this.page.getByRole('button', { name: this.texts.layout.openMenu });
    if ((this.page.viewportSize()?.width ?? 0) < 900) await burger.click();
  }

  /** The link to the cart in the panel; on phones the bar at the lower edge has another one. */
  toCart(): Locator {
    return this.tickets().getByRole('link', { name: this.texts.concert.toCart }).first();
  }

  /** The button that saves the details; for the first time it says what comes next. */
  saveButton(): Locator {
    const { save, toDelivery } = this.texts.checkout;
    return this.page.getByRole('button', { name: new RegExp(`^(${save}|${toDelivery})$`) });
  }

  /** Adds the chosen tickets to the cart and waits for the confirmation. */
  async addToCart(): Promise<void> {
    await this.tickets().getByRole('button', { name: this.texts.concert.addToCart }).click();
    await expect(this.toCart()).toBeVisible();
  }

  /** Adds tickets of a concert to the cart and opens the cart. */
  async fillCart(title: string, kind: string, count = 1): Promise<void> {
    await this.openConcert(title);
    await this.raise(kind, count);
    await this.addToCart();
    await this.toCart().click();
    await this.sees(this.texts.cart.title);
  }

  async proceedToCheckout(): Promise<void> {
    await this.nextStep(this.texts.cart.checkout).click();
    await this.sees(this.texts.checkout.title);
  }

  /** Waits for the page's heading. */
  async sees(title: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  field(name: string): Locator {
    return this.page.getByRole('main').getByRole('textbox', { name, exact: true });
  }

  async fillDetails(details: Details): Promise<void> {
    const { checkout } = this.texts;
    await this.field(checkout.firstName).fill(details.firstName);
    await this.field(checkout.lastName).fill(details.lastName);
    await this.field(checkout.street).fill(details.street);
    await this.field(checkout.zip).fill(details.zip);
    await this.field(checkout.city).fill(details.city);
    await this.chooseCountry(details.country);
    await this.field(checkout.email).fill(details.email);
  }

  async chooseCountry(name: string): Promise<void> {
    const country = this.page.getByRole('combobox', { name: this.texts.checkout.country });
    // English visitors see the English name in brackets
    const label = new RegExp(`^${name}( \\(|$)`);
    if (!this.isScripted) {
      const option = country.locator('option').filter({ hasText: label });
      return void (await country.selectOption(await option.getAttribute('value')));
    }
    await country.fill(name);
    await this.page.getByRole('option', { name: label }).click();
  }

  /** Saves the delivery details, which the page then shows as text. */
  async saveDetails(): Promise<void> {
    await this.saveButton().click();
    const { edit } = this.texts.checkout;
    const again = this.page.getByRole('button', { name: edit });
    await expect(again.or(this.page.getByRole('link', { name: edit }))).toBeVisible();
  }

  async chooseDelivery(method: DeliveryMethod): Promise<void> {
    await this.page.getByRole('radio', { name: this.texts.cart[method] }).check();
    await expect(this.toPayment()).not.toHaveAttribute('aria-disabled', 'true');
  }

  toPayment(): Locator {
    return this.nextStep(this.texts.checkout.toPayment);
  }

  async proceedToPayment(): Promise<void> {
    await this.toPayment().click();
    await this.sees(this.texts.payment.title);
  }

  /** Goes from an empty browser to the payment step. */
  async reachPayment(title: string, kind: string, details: Details): Promise<void> {
    await this.fillCart(title, kind);
    await this.proceedToCheckout();
    await this.fillDetails(details);
    await this.saveDetails();
    await this.chooseDelivery(details.email === '' ? 'boxoffice' : 'onlineticket');
    await this.proceedToPayment();
  }

  async fillCard(number: string): Promise<void> {
    const frame = this.page.frameLocator('.card-fields iframe');
    await frame.getByRole('textbox', { name: 'Card number' }).fill(number);
    await frame.getByRole('textbox', { name: 'MM / YY' }).fill('12 / 34');
    await frame.getByRole('textbox', { name: 'CVC' }).fill('123');
  }

  payButton(): Locator {
    return this.page.getByRole('button', { name: this.texts.payment.pay });
  }

  /** Pays in the card fields; without scripts on the provider's page (packages/stripe-sandbox/README.md). */
  async pay(number: string): Promise<void> {
    if (!this.isScripted) return await this.payOnHostedPage(number);
    await this.fillCard(number);
    await this.payButton().click();
  }

  async payOnHostedPage(number: string): Promise<void> {
    await this.payButton().click();
    await this.fillHostedPage(number);
  }

  /** Types a card into the provider's page and pays there. */
  async fillHostedPage(number: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Card number' }).fill(number);
    await this.page.getByRole('textbox', { name: 'MM / YY' }).fill('12 / 34');
    await this.page.getByRole('textbox', { name: 'CVC' }).fill('123');
    await this.page.getByRole('button', { name: /^Pay / }).click();
  }

  /** Waits for the confirmation; returns the order number. */
  async seesConfirmation(): Promise<string> {
    await this.sees(this.texts.order.title);
    const number = this.page
      .locator('dt', { hasText: this.texts.order.orderNumber })
      .locator('+ dd');
    return await number.innerText();
  }

  /** Waits for this many documents to download; without scripts the visitor reloads. */
  async seesDocuments(count: number): Promise<void> {
    const { download, reload } = this.texts.order;
    const links = this.page.getByRole('link', { name: download });
    if (this.isScripted) return await expect(links).toHaveCount(count, { timeout: 60_000 });
    await expect(async () => {
      const again = this.page.getByRole('link', { name: reload });
      if ((await again.count()) > 0) await again.click();
      await expect(links).toHaveCount(count, { timeout: 1000 });
    }).toPass({ timeout: 60_000 });
  }

  /** The cart session of this browser. */
  async sessionId(): Promise<string> {
    if (!this.isScripted) {
      const cookies = await this.page.context().cookies();
      return cookies.find(({ name }) => name === 'cart_session')?.value ?? '';
    }
    return (await this.page.evaluate(() => localStorage.getItem('ticketShopSessionId'))) ?? '';
  }
}
