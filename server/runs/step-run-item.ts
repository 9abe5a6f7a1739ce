import type { Pool } from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import type { RecurringJob, Task } from '../platform/jobs/job-runner.ts';
import type { Logger } from '../platform/log.ts';
import type { RunItemRow, RunKind, RunRow, StepContext } from './run-kind.ts';

export interface RunDeps extends Pick<StepContext, 'env' | 'festival' | 'stockChanged'> {
  pool: Pool;
  log: Logger;
}

/** Items whose job was lost are found within this time. */
export const lostRunItemsJob: RecurringJob = {
  task: 'requeue-lost-run-items',
  cron: '*/5 * * * *',
};

/** The tasks of runs; the table of kinds says how each is stepped. */
export function runTasks(deps: RunDeps, kinds: Record<string, RunKind>): Record<string, Task> {
  return {
    'step-run-item': async (payload, { isLastAttempt }) => {
      const itemId = Number(payload['itemId']);
      try {
        await stepRunItem(deps, kinds, itemId);
      } catch (error) {
        if (!isLastAttempt) throw error;
        deps.log.error({ err: error, itemId }, 'An item of a run failed for good');
        await deps.pool.query(
          // another process may have taken the step in the meantime, or only its confirmation was lost
          `update run_item set state = 'failed', reason = 'error', next_at = null where id = $1 and next_at <= now()`,
          [itemId],
        );
      }
    },
    'requeue-lost-run-items': async () => {
      await deps.pool.query(
        `select enqueue_run_item(id, next_at, p_if_lost => true) from run_item
         where next_at < now() - interval '1 minute'`,
      );
    },
  };
}

/**
 * Takes the step of an item that is due, once: its row is locked until the commit, and says when the next one is. Two
 * jobs, or two processes, never take the same step. Returns whether there was one.
 */
export async function stepRunItem(
  { pool, ...deps }: RunDeps,
  kinds: Record<string, RunKind>,
  itemId: number,
): Promise<boolean> {
  const isStepped = await inTransaction(pool, async (client) => {
    // an undo locks the run
    const { rows: runs } = await client.query<RunRow>(
      `select r.* from run r where r.id = (select run_id from run_item where id = $1)
         and undone_at is null and begins_at <= clock_timestamp() for share`,
      [itemId],
    );
    const { rows: items } = await client.query<RunItemRow>(
      `select * from run_item where id = $1 and next_at <= clock_timestamp() for update`,
      [itemId],
    );
    const [[run], [item]] = [runs, items];
    if (run === undefined || item === undefined) return false;
    const kind = kinds[run.kind];
    if (kind === undefined) throw new Error(`there is no kind of run ${run.kind}`);
    const stepped = await kind.step({ ...deps, client, run }, item);
    await client.query(
      `update run_item set state = $2, reason = $3, next_at = $4, refund_id = coalesce($5, refund_id),
         invoice_id = coalesce($6, invoice_id), owed_cents = coalesce($7, owed_cents), facts = coalesce($8, facts)
       where id = $1`,
      [
        itemId,
        stepped.state,
        stepped.reason ?? null,
        stepped.nextAt,
        stepped.refundId ?? null,
        stepped.invoiceId ?? null,
        stepped.owedCents ?? null,
        stepped.facts ?? null,
      ],
    );
    if (stepped.nextAt !== null) {
      await client.query('select enqueue_run_item($1, $2)', [itemId, stepped.nextAt]);
    }
    return true;
  });
  if (isStepped) deps.stockChanged();
  return isStepped;
}
