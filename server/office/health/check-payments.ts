import { readCheckResults } from '../../monitoring/check-results.ts';
import { SALES_CHECK } from '../today/check-sales.ts';
import { countTasks } from '../today/list-tasks.ts';
import { type HealthCheck, timeOf } from './health-check.ts';

/** The comparison runs every minute. */
const MAX_COMPARISON_AGE_MS = 10 * 60_000;

/** When the provider's last webhook came, and whether payments came without one. */
export const checkProvider: HealthCheck = async ({ pool }) => {
  const [{ rows }, silent] = await Promise.all([
    pool.query<{ last: Date | null }>('select max(received_at) as last from payment_event'),
    countTasks(pool, ['webhook-silent']),
  ]);
  const values = { lastWebhookAt: timeOf(rows[0]?.last), silent: silent[0]?.count ?? 0 };
  return { key: 'provider', isHealthy: silent.length === 0, values };
};

/** When payments, orders and tickets were compared, and the two numbers that must be 0. */
export const checkComparison: HealthCheck = async ({ pool }) => {
  const results = await readCheckResults(pool);
  const paid = results.get('paid_without_ticket_or_refund');
  const unpaid = results.get('tickets_without_payment');
  const checkedAt = paid?.checkedAt ?? null;
  const isFresh = checkedAt === null || Date.now() - checkedAt.getTime() < MAX_COMPARISON_AGE_MS;
  const [paidWithout, withoutPayment] = [paid?.violations ?? 0, unpaid?.violations ?? 0];
  return {
    key: 'comparison',
    isHealthy: isFresh && paidWithout === 0 && withoutPayment === 0,
    values: { checkedAt: timeOf(checkedAt), paidWithout, withoutPayment },
  };
};

/** Whether the stored sales totals agreed with the tickets last night. */
export const checkSums: HealthCheck = async ({ pool }) => {
  const result = (await readCheckResults(pool)).get(SALES_CHECK);
  const differences = result?.violations ?? 0;
  return {
    key: 'sums',
    isHealthy: differences === 0,
    values: { checkedAt: timeOf(result?.checkedAt), differences },
  };
};
