import { randomUUID } from 'node:crypto';
import type { EndpointInput, EndpointResult } from '#contract/endpoints.ts';
import { createInvoke, type Invoke } from '#server/edge/api.ts';
import { Buyer, accepted, type LineOptions } from '../buyer.ts';
import type { TestConcert } from './create-concert.ts';
import type { TestShop } from './start-test-shop.ts';

/** API calls that pages make inside the shop's process. */
type PageCall = 'resumePayment' | 'openHostedPage' | 'completeHostedPage' | 'settleReturn';

/** The result of a step on the hosted page: 200, or the status and code of a problem. */
export interface PageOutcome {
  status: number;
  code?: string;
  orderToken?: string;
}

/** A buyer whose browser runs no scripts: pays on the provider's hosted page. */
export class PageBuyer extends Buyer {
  override readonly shop: TestShop;
  /** The provider's Checkout Session of the last opened page. */
  page = '';
  readonly #invoke: Invoke;

  constructor(shop: TestShop, sessionId?: string) {
    super(shop, sessionId);
    this.shop = shop;
    this.#invoke = createInvoke(shop.deps, { onUnexpected: () => undefined });
  }

  override tab(shop: TestShop = this.shop): PageBuyer {
    const tab = new PageBuyer(shop, this.sessionId);
    tab.bearer = this.bearer;
    tab.page = this.page;
    return tab;
  }

  /** Opens the hosted page, as the button of the payment page does. */
  async openPage(): Promise<PageOutcome> {
    const { response, problem } = await this.#call('openHostedPage', { params: this.#params() });
    if (response === null) return outcomeOf(problem);
    if ('order_token' in response.data) return outcomeOf(problem, response.data.order_token);
    this.page = new URL(response.data.url).pathname.split('/').at(-1) ?? '';
    return outcomeOf(problem);
  }

  /** Takes all steps up to the hosted page; throws if one of them fails. */
  async checkOutByPage(
    concert: TestConcert,
    options?: LineOptions,
    delivery = 'onlineticket',
  ): Promise<void> {
    await accepted(this.add(concert, options));
    await accepted(this.details());
    await accepted(this.delivery(delivery));
    const { status, code } = await this.openPage();
    if (status !== 200) throw new Error(`opening the page failed: ${code}`);
  }

  /** Pays on the provider's page; returns the payment intent. */
  payPage(card?: string): string {
    return this.shop.sandbox.faults.payPage(this.page, card).payment_intent as string;
  }

  /** Returns from the provider's page. */
  async comeBack(page: string = this.page): Promise<PageOutcome> {
    const input = { params: this.#params(), body: { provider_session: page } };
    const { response, problem } = await this.#call('completeHostedPage', input);
    return outcomeOf(problem, response?.data.order_token);
  }

  /** Returns from the provider to a browser without the cart. */
  async comeBackElsewhere(reference: string = this.page): Promise<PageOutcome> {
    const { problem } = await this.#call('settleReturn', { body: { reference } });
    return outcomeOf(problem);
  }

  /** Opens the payment page again; null: it may be paid, or nothing is in progress. */
  async resume() {
    const { response, problem } = await this.#call('resumePayment', { params: this.#params() });
    if (response === null) throw new Error(`resuming failed: ${problem.code}`);
    return response.data;
  }

  #params() {
    return { sessionId: this.sessionId };
  }

  #call<Name extends PageCall>(
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<EndpointResult<Name>> {
    return this.#invoke(name, input, {
      kind: 'visitor',
      requestId: randomUUID(),
      language: 'de',
      address: '203.0.113.7',
      userAgent: '',
      knownAccounts: [],
      token: this.bearer ?? null,
      cartSession: this.sessionId,
      replacedToken: null,
    });
  }
}

function outcomeOf(
  problem: { status: number; code: string } | null,
  orderToken?: string,
): PageOutcome {
  if (problem !== null) return { status: problem.status, code: problem.code };
  return { status: 200, ...(orderToken === undefined ? {} : { orderToken }) };
}
