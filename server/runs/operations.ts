import type { PoolClient } from 'pg';
import { z } from 'zod';
import { adminAndOffice } from '#contract/office/staff.ts';
import { runTexts } from '#messages/office/runs.ts';
import type { Caller } from '../operations/caller.ts';
import { defineChange, defineRead } from '../operations/define.ts';
import { rowId } from '../operations/entries.ts';
import { conflict, Problem } from '../platform/problem.ts';
import { runKinds } from '../run-kinds.ts';
import { listRuns, readRun } from './list-runs.ts';
import type { RunItemRow, RunKind, RunRow } from './run-kind.ts';

const input = z.object({ id: rowId() });

/** Ends a run that has not begun, and takes back what ordering it changed. */
const undoRun = defineChange({
  may: adminAndOffice,
  input,
  async run(context, { id }) {
    const { run, kind } = await lockRun(context.client, id, context.caller, true);
    await context.client.query('update run set undone_at = now() where id = $1', [id]);
    await context.client.query('update run_item set next_at = null where run_id = $1', [id]);
    await kind.undo?.(context, run);
    return { output: { id }, audit: { thing: thingOf(run) }, after: context.deps.stockChanged };
  },
});

/** Begins a run at once. */
const startRun = defineChange({
  may: adminAndOffice,
  input,
  async run({ client, caller }, { id }) {
    const { run } = await lockRun(client, id, caller, true);
    await client.query('update run set begins_at = now() where id = $1', [id]);
    await client.query(
      `with due as (update run_item set next_at = now() where run_id = $1 returning id, next_at)
       select count(enqueue_run_item(id, next_at)) from due`,
      [id],
    );
    return { output: { id }, audit: { thing: thingOf(run) } };
  },
});

/** Repeats the items of a run that have failed. */
const retryRun = defineChange({
  may: adminAndOffice,
  input,
  async run({ client, caller }, { id }) {
    const { run, kind } = await lockRun(client, id, caller, false);
    const { rows } = await client.query<RunItemRow>(
      `select i.* from run_item i join run_item_state s on s.id = i.id
       where i.run_id = $1 and s.state = 'failed' order by i.id for update of i`,
      [id],
    );
    if (rows.length === 0) throw conflict(runTexts.nothingFailed);
    for (const item of rows) {
      if (item.refund_id !== null && kind.retry !== undefined) await kind.retry(client, item);
      else {
        await client.query(
          `with due as (
             update run_item set state = 'waiting', reason = null, next_at = now() where id = $1 returning id, next_at
           ) select enqueue_run_item(id, next_at) from due`,
          [item.id],
        );
      }
    }
    return {
      output: { id, count: rows.length },
      audit: { thing: thingOf(run), after: { count: rows.length } },
    };
  },
});

const thingOf = (run: RunRow) => ({ kind: 'run', id: run.id, name: run.kind });

/** Locks a run for somebody who may order its kind. Throws 403, 404, and 409 unless it has not begun, if that matters. */
async function lockRun(
  client: PoolClient,
  id: number,
  caller: Caller,
  mustWait: boolean,
): Promise<{ run: RunRow; kind: RunKind }> {
  const { rows } = await client.query<RunRow & { is_open: boolean }>(
    `select *, undone_at is null and begins_at > clock_timestamp() as is_open from run where id = $1 for update`,
    [id],
  );
  const [run] = rows;
  const kind = runKinds[run?.kind ?? ''];
  if (run === undefined || kind === undefined) throw new Problem('not_found');
  if (caller.kind === 'staff' && !kind.may.includes(caller.role)) throw new Problem('forbidden');
  if (mustWait && !run.is_open) throw conflict(runTexts.notOpen);
  return { run, kind };
}

/** The operations of runs (office.md 1, 12). */
export const runOperations = {
  'run:undo': undoRun,
  'run:start': startRun,
  'run:retry': retryRun,
  'run:list': defineRead(adminAndOffice, listRuns),
  'run:page': defineRead(adminAndOffice, readRun),
};
