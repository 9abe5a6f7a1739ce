import { Problem } from '#server/platform/http/problem.ts';
import { completeHostedPage } from '#server/payment/complete-payment.ts';
import { openHostedPage } from '#server/payment/open-hosted-page.ts';
import { problems, type ProblemCode } from '#contract/problems.ts';
import { Buyer, accepted, type Wish } from './buyer.ts';
import type { MadeConcert } from './make-concert.ts';
import type { TestShop } from './start-test-shop.ts';

/** What a step on the hosted page led to: 200, or the status of a problem. */
export interface PageOutcome {
  status: number;
  code?: ProblemCode;
  orderToken?: string;
}

/** A buyer whose browser runs no scripts: pays on the provider's hosted page, opened by the shop's commands. */
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
    tab.page = this.page;
    return tab;
  }

  /** Presses the button that leads to the provider. */
  openPage(): Promise<PageOutcome> {
    return outcomeOf(async () => {
      const opened = await openHostedPage(this.shop.payment, {
        sessionId: this.sessionId,
        accountId: null,
        language: 'de',
        termsVersion: '1',
      });
      if ('orderToken' in opened) return opened.orderToken;
      this.page = new URL(opened.url).pathname.split('/').at(-1) ?? '';
      return undefined;
    });
  }

  /** Add, details, delivery, open the page; throws when one of them is refused. */
  async checkOutByPage(
    concert: MadeConcert,
    choice?: Wish,
    delivery = 'onlineticket',
  ): Promise<void> {
    await accepted(this.add(concert, choice));
    await accepted(this.details());
    await accepted(this.delivery(delivery));
    const { status, code } = await this.openPage();
    if (status !== 200) throw new Error(`opening the page was refused: ${code}`);
  }

  /** Pays on the provider's page; answers the payment's intent. */
  payPage(card?: string): string {
    return this.shop.sandbox.faults.payPage(this.page, card).payment_intent as string;
  }

  /** Comes back to the shop's payment page. */
  comeBack(page: string = this.page): Promise<PageOutcome> {
    return outcomeOf(() => completeHostedPage(this.shop.payment, this.sessionId, page));
  }
}

/** A step as a page answers it. */
export async function outcomeOf(step: () => Promise<string | undefined>): Promise<PageOutcome> {
  try {
    const orderToken = await step();
    return { status: 200, ...(orderToken === undefined ? {} : { orderToken }) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: problems[error.code].status, code: error.code };
  }
}
