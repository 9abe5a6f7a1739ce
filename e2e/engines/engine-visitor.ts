import { expect } from '@playwright/test';
import { Resvg } from '@resvg/resvg-js';
import type { Language } from '#contract/language.ts';
import { textsOf, type Texts } from '../support/texts.ts';
import { cards, type Details } from '../support/visitor.ts';
import type { Engine, EngineElement } from './engine.ts';
import {
  button,
  choice,
  field,
  heading,
  link,
  nextStep,
  numberField,
  elementWithText,
} from './xpath.ts';

const BANK_FRAME = '//dialog//iframe';
const CARD_FRAME = '//*[contains(@class, "card-fields")]//iframe';

interface VisitorOptions {
  baseURL: string;
  language: Language;
  hasScripts: boolean;
  isPhone: boolean;
}

/** A visitor in another engine: the same steps of the journeys with scripts and without. */
export class EngineVisitor {
  readonly texts: Texts;
  readonly #engine: Engine;
  readonly #options: VisitorOptions;

  constructor(engine: Engine, options: VisitorOptions) {
    this.#engine = engine;
    this.#options = options;
    this.texts = textsOf(options.language);
  }

  open(path: string): Promise<void> {
    return this.#engine.open(new URL(path, this.#options.baseURL).href);
  }

  /** Opens the home page in the visitor's language, which the following pages keep. */
  openHome(): Promise<void> {
    return this.open(`/${this.#options.language}`);
  }

  /** Uses the first visible element, once there is one; retries when the page has replaced it. */
  async #use<T>(xpath: string, use: (element: EngineElement) => Promise<T>, frame?: string) {
    let result: { value: T } | undefined;
    await expect(async () => {
      const [element] = await this.#engine.find(xpath, frame);
      if (element === undefined) throw new Error(`nothing to see at ${xpath}`);
      result = { value: await use(element) };
    }).toPass({ timeout: 60_000 });
    if (result === undefined) throw new Error('unreachable');
    return result.value;
  }

  click(xpath: string): Promise<void> {
    return this.#use(xpath, (element) => element.click());
  }

  /** Fills a field of the page by its label. */
  fill(label: string, value: string): Promise<void> {
    return this.#use(field(label), (element) => element.fill(value));
  }

  sees(part: string): Promise<string> {
    return this.#use(elementWithText(part), (element) => element.text());
  }

  seesTitle(title: string): Promise<string> {
    return this.#use(heading(title), (element) => element.text());
  }

  async isAt(path: string): Promise<void> {
    const find = async () => new URL(await this.#engine.url()).pathname;
    await expect.poll(find, { timeout: 60_000 }).toBe(path);
  }

  /** Clicks an entry of the menu, which phones show behind a button. */
  async clickInMenu(xpath: string): Promise<void> {
    if (this.#options.isPhone) await this.click(button(this.texts.layout.openMenu));
    await this.click(xpath);
  }

  /** Raises the number of tickets of this type to `count`, one more than the page already has for each of `more`. */
  async chooseTickets(kind: string, { count, more }: { count: number; more: number }) {
    if (!this.#options.hasScripts) {
      await this.#use(numberField(kind), (element) => element.fill(String(count)));
      return;
    }
    // An interaction hydrates the page (decision 11).
    await this.click('//h1');
    for (let time = 0; time < more; time++) {
      await this.click(button(this.texts.ui.oneMore({ label: kind })));
    }
  }

  /** Adds tickets of the concert whose page is open, and goes to the cart. */
  async fillCart(kind: string, count: number): Promise<void> {
    await this.chooseTickets(kind, { count, more: count });
    await this.click(button(this.texts.concert.addToCart));
    await this.click(link(this.texts.concert.toCart));
    await this.seesTitle(this.texts.cart.title);
  }

  /** Saves changed quantities. With scripts the button then disappears, and what follows it moves up. */
  async updateCart(): Promise<void> {
    const update = button(this.texts.cart.update);
    await this.click(update);
    if (!this.#options.hasScripts) return;
    const count = async () => (await this.#engine.find(update)).length;
    await expect.poll(count, { timeout: 60_000 }).toBe(0);
  }

  async proceedToCheckout(): Promise<void> {
    await this.click(nextStep(this.texts.cart.checkout));
    await this.seesTitle(this.texts.checkout.title);
  }

  async fillDetails(details: Details): Promise<void> {
    const { checkout } = this.texts;
    await this.fill(checkout.firstName, details.firstName);
    await this.fill(checkout.lastName, details.lastName);
    await this.fill(checkout.street, details.street);
    await this.fill(checkout.zip, details.zip);
    await this.fill(checkout.city, details.city);
    await this.fill(checkout.country, details.country);
    if (this.#options.hasScripts) {
      await this.click(`//*[@role="option"][normalize-space(.)="${details.country}"]`);
    }
    await this.fill(checkout.email, details.email);
  }

  /** Saves the details, chooses online delivery and goes to the payment. */
  async proceedToPayment(): Promise<void> {
    const { checkout, cart, payment } = this.texts;
    await this.click(button(checkout.toDelivery));
    await this.click(choice(cart.onlineticket));
    await this.click(nextStep(checkout.toPayment));
    await this.seesTitle(payment.title);
  }

  /** Pays in the page's card fields; without scripts on the provider's page. Ends on the confirmation. */
  async pay(): Promise<void> {
    await this.enterCard(cards.pays);
    await this.seesTitle(this.texts.order.title);
  }

  /** Enters a card where the page, or the provider's, requires it, and presses the pay button. */
  async enterCard(card: string): Promise<void> {
    // disabled until the card fields have loaded
    const pay = `${button(this.texts.payment.pay)}[not(@disabled)]`;
    const { hasScripts } = this.#options;
    if (!hasScripts) await this.click(pay);
    const frame = hasScripts ? CARD_FRAME : undefined;
    const values = { 'Card number': card, 'MM / YY': '12 / 34', CVC: '123' };
    for (const [label, value] of Object.entries(values)) {
      await this.#use(field(label), (element) => element.fill(value), frame);
    }
    await this.click(hasScripts ? pay : '//button[starts-with(normalize-space(.), "Pay ")]');
  }

  /** Confirms the authentication of the buyer's bank, which is a dialog. */
  confirmAtBank(): Promise<void> {
    return this.#use(button('Complete'), (element) => element.click(), BANK_FRAME);
  }

  /** The brightness of the page in its lower left corner: 0 is black, 1 white. */
  async brightnessOfCorner(): Promise<number> {
    const png = (await this.#engine.screenshot()).toString('base64');
    const href = `data:image/png;base64,${png}`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><image href="${href}" width="8" height="8" preserveAspectRatio="none"/></svg>`;
    const { pixels, width, height } = new Resvg(svg).render();
    const corner = pixels.subarray((height - 1) * width * 4);
    const [red = 0, green = 0, blue = 0] = corner;
    return (red + green + blue) / (3 * 255);
  }

  /** Waits for this many documents; returns their paths. Without scripts the visitor reloads. */
  async findDocuments(count: number): Promise<string[]> {
    let paths: (string | null)[] = [];
    await expect(async () => {
      const reload = await this.#engine.find(link(this.texts.order.reload));
      if (!this.#options.hasScripts) await reload[0]?.click();
      const links = await this.#engine.find('//main//a[@download]');
      paths = [];
      for (const each of links) paths.push(await each.attribute('href'));
      expect(paths).toHaveLength(count);
    }).toPass({ timeout: 60_000 });
    return paths.filter((path) => path !== null);
  }
}
