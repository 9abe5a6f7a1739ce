import { randomUUID } from 'node:crypto';
import type { ProblemDto } from '#contract/problems.ts';
import { toProblemDto } from '#server/edge/problems.ts';
import { takeStep, type EntriesOf, type OutputOf } from '#server/operations.ts';
import { Buyer, accepted, type LineOptions } from '../buyer.ts';
import type { TestConcert } from './create-concert.ts';
import type { TestShop } from './start-test-shop.ts';

/** The steps that only pages take. */
type PageStep =
  | `payment:${'resume' | 'open-page' | 'complete-page' | 'settle-return'}`
  | 'choice:save';

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

  constructor(shop: TestShop, sessionId?: string) {
    super(shop, sessionId);
    this.shop = shop;
  }

  override tab(shop: TestShop = this.shop): PageBuyer {
    const tab = new PageBuyer(shop, this.sessionId);
    tab.bearer = this.bearer;
    tab.page = this.page;
    return tab;
  }

  /** Opens the hosted page, as the button of the payment page does. */
  async openPage(): Promise<PageOutcome> {
    const { output, problem } = await this.#take('payment:open-page', this.#cart());
    if (problem !== null) return outcomeOf(problem);
    if ('orderToken' in output) return outcomeOf(problem, output.orderToken);
    this.page = new URL(output.url).pathname.split('/').at(-1) ?? '';
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
    const entries = { ...this.#cart(), provider_session: page };
    const { output, problem } = await this.#take('payment:complete-page', entries);
    return problem === null ? outcomeOf(problem, output) : outcomeOf(problem);
  }

  /** Returns from the provider to a browser without the cart. */
  async comeBackElsewhere(reference: string = this.page): Promise<PageOutcome> {
    const { problem } = await this.#take('payment:settle-return', { reference });
    return outcomeOf(problem);
  }

  /** Opens the payment page again; null: it may be paid, or nothing is in progress. */
  async resume() {
    const { output, problem } = await this.#take('payment:resume', this.#cart());
    if (problem !== null) throw new Error(`resuming failed: ${problem.code}`);
    return output;
  }

  /** Chooses what becomes of the money for a cancelled concert; returns the status. */
  async choose(entries: EntriesOf<'choice:save'>): Promise<number> {
    return outcomeOf((await this.#take('choice:save', entries)).problem).status;
  }

  #cart() {
    return { sessionId: this.sessionId };
  }

  async #take<N extends PageStep>(
    name: N,
    entries: EntriesOf<N>,
  ): Promise<{ output: OutputOf<N>; problem: null } | { output: null; problem: ProblemDto }> {
    const visitor = {
      kind: 'visitor' as const,
      requestId: randomUUID(),
      language: 'de' as const,
      address: '203.0.113.7',
      userAgent: '',
      knownAccounts: [],
      token: this.bearer ?? null,
      cartSession: this.sessionId,
      replacedToken: null,
    };
    try {
      const output = await takeStep(this.shop.deps, name, visitor, entries, null);
      return { output, problem: null };
    } catch (error) {
      const problem = toProblemDto(error, 'de', visitor.requestId, () => undefined);
      return { output: null, problem };
    }
  }
}

function outcomeOf(
  problem: { status: number; code: string } | null,
  orderToken?: string,
): PageOutcome {
  if (problem !== null) return { status: problem.status, code: problem.code };
  return { status: 200, ...(orderToken === undefined ? {} : { orderToken }) };
}
