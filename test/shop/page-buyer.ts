import { randomUUID } from 'node:crypto';
import type { EndpointInput, EndpointResult } from '#contract/endpoint-call.ts';
import { createInvoke, type Invoke } from '#server/platform/http/invoke.ts';
import { Buyer, accepted, type Wish } from '../buyer.ts';
import type { MadeConcert } from './make-concert.ts';
import type { TestShop } from './start-test-shop.ts';

/** The calls that pages make in the shop's own process. */
type PageCall = 'resumePayment' | 'openHostedPage' | 'completeHostedPage';

/** What a step on the hosted page led to: 200, or the status and code of a problem. */
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
    const schedule = <Result>(_isAdd: boolean, work: () => Promise<Result>) => work();
    this.#invoke = createInvoke(shop.app, { schedule, onUnexpected: () => undefined });
  }

  override tab(shop: TestShop = this.shop): PageBuyer {
    const tab = new PageBuyer(shop, this.sessionId);
    tab.bearer = this.bearer;
    tab.page = this.page;
    return tab;
  }

  /** Presses the button that leads to the provider. */
  async openPage(): Promise<PageOutcome> {
    const { response, problem } = await this.#call('openHostedPage', { params: this.#params() });
    if (response === null) return outcomeOf(problem);
    if ('order_token' in response.data) return outcomeOf(problem, response.data.order_token);
    this.page = new URL(response.data.url).pathname.split('/').at(-1) ?? '';
    return outcomeOf(problem);
  }

  /** Add, details, delivery, open the page; throws when one of them is refused. */
  async checkOutByPage(
    concert: MadeConcert,
    wish?: Wish,
    delivery = 'onlineticket',
  ): Promise<void> {
    await accepted(this.add(concert, wish));
    await accepted(this.details());
    await accepted(this.delivery(delivery));
    const { status, code } = await this.openPage();
    if (status !== 200) throw new Error(`opening the page was refused: ${code}`);
  }

  /** Pays on the provider's page; answers the payment's intent. */
  payPage(card?: string): string {
    return this.shop.sandbox.faults.payPage(this.page, card).payment_intent as string;
  }

  /** Comes back from the provider's page. */
  async comeBack(page: string = this.page): Promise<PageOutcome> {
    const input = { params: this.#params(), body: { provider_session: page } };
    const { response, problem } = await this.#call('completeHostedPage', input);
    return outcomeOf(problem, response?.data.order_token);
  }

  /** Opens the payment page again. */
  async resume(): Promise<PageOutcome> {
    const { response, problem } = await this.#call('resumePayment', { params: this.#params() });
    return outcomeOf(problem, response?.data?.order_token);
  }

  #params() {
    return { sessionId: this.sessionId };
  }

  #call<Name extends PageCall>(
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<EndpointResult<Name>> {
    return this.#invoke(name, input, {
      requestId: randomUUID(),
      language: 'de',
      address: '203.0.113.7',
      bearerToken: this.bearer ?? null,
      cookieSession: this.sessionId,
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
