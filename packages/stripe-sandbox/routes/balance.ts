import type { Stripe } from 'stripe';
import type { SandboxContext } from '../context.ts';
import { noSuch } from '../api/failure.ts';
import { listPage } from '../api/list-page.ts';
import { PAGE_PARAMS, readText, refuseUnknown } from '../api/params.ts';
import type { Call, Route } from '../api/route.ts';

/** Fees and payouts, to read only: what a day (UTC) took is paid out at its end. */
export const balanceRoutes: Route[] = [
  { name: 'GET /v1/balance_transactions', run: listTransactions },
  { name: 'GET /v1/payouts', run: listPayouts },
];

const DAY_SECONDS = 86_400;
/** The fee of a payment: a share and a fixed part. */
const FEE_PERCENT = 1.5;
const FEE_CENTS = 25;

const dayOf = (seconds: number): number => Math.floor(seconds / DAY_SECONDS);

function listTransactions({ context, params }: Call): object {
  refuseUnknown(params, [...PAGE_PARAMS, 'payout']);
  const payout = readText(params, 'payout');
  const records = { newestFirst: () => transactionsOf(context) };
  if (payout !== undefined && !payoutsOf(context).some(({ id }) => id === payout)) {
    throw noSuch('payout', payout, 'payout');
  }
  return listPage(records, params, {
    url: '/v1/balance_transactions',
    filter: ({ created }) => payout === undefined || payoutId(dayOf(created)) === payout,
    render: (transaction) => transaction,
  });
}

function listPayouts({ context, params }: Call): object {
  refuseUnknown(params, PAGE_PARAMS);
  return listPage({ newestFirst: () => payoutsOf(context) }, params, {
    url: '/v1/payouts',
    render: (payout) => payout,
  });
}

/** Every change of the balance, newest first. */
function transactionsOf({ state }: SandboxContext): Stripe.BalanceTransaction[] {
  const charges = state.charges.newestFirst().filter(({ status }) => status === 'succeeded');
  const refunds = state.refunds.newestFirst().filter(({ status }) => status !== 'failed');
  return [
    ...charges.map((charge) => {
      const fee = Math.round((charge.amount * FEE_PERCENT) / 100) + FEE_CENTS;
      return renderTransaction('charge', charge, charge.amount, fee);
    }),
    ...refunds.map((refund) => renderTransaction('refund', refund, -refund.amount, 0)),
  ].toSorted((a, b) => b.created - a.created);
}

function renderTransaction(
  type: 'charge' | 'refund',
  source: { id: string; created: number; currency: string },
  amount: number,
  fee: number,
): Stripe.BalanceTransaction {
  return {
    id: `txn_${source.id}`,
    object: 'balance_transaction',
    amount,
    available_on: source.created,
    balance_type: 'payments',
    created: source.created,
    currency: source.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: type,
    source: source.id,
    status: 'available',
    type,
  };
}

const payoutId = (day: number): string => `po_sandbox_${day}`;

function payoutsOf(context: SandboxContext): Pick<Stripe.Payout, 'id' | 'created'>[] {
  const sums = new Map<number, number>();
  for (const { created, net } of transactionsOf(context)) {
    sums.set(dayOf(created), (sums.get(dayOf(created)) ?? 0) + net);
  }
  const today = dayOf(context.state.now());
  return [...sums]
    .filter(([day]) => day < today)
    .map(([day, amount]) => ({
      id: payoutId(day),
      object: 'payout',
      amount,
      arrival_date: (day + 1) * DAY_SECONDS,
      automatic: true,
      created: (day + 1) * DAY_SECONDS,
      currency: 'eur',
      livemode: false,
      method: 'standard',
      reconciliation_status: 'completed',
      status: 'paid',
      type: 'bank_account',
    }));
}
