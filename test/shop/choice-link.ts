import type { RunItemState } from '#contract/office/runs.ts';
import { readForVisitor, takeStep } from '#server/operations.ts';
import type { Visitor } from '#server/operations/caller.ts';
import type { Problem } from '#server/platform/problem.ts';
import type { TestShop } from './start-test-shop.ts';

/** Somebody who has not signed in. */
export const visitor: Visitor = {
  kind: 'visitor',
  language: 'de',
  address: '127.0.0.1',
  requestId: crypto.randomUUID(),
  userAgent: '',
  knownAccounts: [],
  cartSession: null,
  token: null,
  replacedToken: null,
};

/** What the buyer of an order sees and does with the link of a run's mail. */
export async function openChoiceLink({ pool, deps }: TestShop, run: number, orderNo: string) {
  const { rows } = await pool.query<{ id: number; generation: number }>(
    `select i.id, o.link_generation as generation from run_item i join orders o on o.id = i.order_id
     where i.run_id = $1 and o.order_no = $2`,
    [run, orderNo],
  );
  const [{ id, generation } = { id: 0, generation: 0 }] = rows;
  const token = deps.tokens.sign('choice', id, generation);
  return {
    id,
    token,
    read: () => readForVisitor(deps, 'choice:read', visitor, { token }),
    /** The status of what was refused; null for nothing. */
    answer: (answer: string, amount = '') =>
      takeStep(deps, 'choice:save', visitor, { token, answer, amount }, null).then(
        () => null,
        (problem: Problem) => problem.status,
      ),
    /** Lets the next step of the item be due. */
    async due() {
      await pool.query('update run_item set next_at = now() where id = $1', [id]);
      await pool.query('select enqueue_run_item($1, now())', [id]);
    },
    async state() {
      const found = await pool.query<{ state: RunItemState; donated: number }>(
        `select state, coalesce((select amount_cents from donation d
           where (d.order_id, d.run_id) = (s.order_id, s.run_id)), 0) as donated
         from run_item_state s where id = $1`,
        [id],
      );
      return found.rows[0];
    },
  };
}
