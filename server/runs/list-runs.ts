import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import type { Paging } from '#contract/office/lists.ts';
import { doneRunItemStates, type RunItemState } from '#contract/office/runs.ts';
import type { Context } from '../operations/define.ts';
import { readListPage } from '../operations/list-page.ts';
import { Problem } from '../platform/problem.ts';
import { runKinds } from '../run-kinds.ts';
import type { RunRow } from './run-kind.ts';

/** A run in lists. */
export interface RunDto {
  id: number;
  /** Its kind with the title of its concert. */
  what: string;
  by: string;
  /** Berlin time, ISO 8601; so are the others. */
  orderedAt: string;
  beginsAt: string;
  isUndone: boolean;
  done: number;
  total: number;
}

/** A run on its page. */
export interface RunPageDto extends RunDto {
  kind: string;
  concertId: number | null;
  /** Whether it has neither begun nor been undone. */
  isOpen: boolean;
  mayChange: boolean;
  states: { state: RunItemState; count: number }[];
  failed: { id: number; key: string; orderNo: string | null; reason: string }[];
}

/** Failed items that the page lists; the file has all. */
const MAX_FAILED = 100;

type ListedRow = RunRow & {
  title_de: string | null;
  title_en: string | null;
  done: number;
  total: number;
};

const list = {
  select: `r.*, c.title_de, c.title_en, n.done, n.total`,
  from: `run r left join concert c on c.id = r.concert_id, lateral (
    select count(*)::integer as total, count(*) filter (where state in (${doneRunItemStates
      .map((state) => `'${state}'`)
      .join(', ')}))::integer as done
    from run_item_state where run_id = r.id) n`,
};

/** All runs, the newest first. */
export async function listRuns({ deps: { pool }, caller }: Context, paging: Paging) {
  const statement = { ...list, where: 'true', values: [], sort: ['r.id'] };
  const page = await readListPage<ListedRow>(pool, statement, paging);
  return { ...page, rows: page.rows.map((row) => toDto(row, caller.language)) };
}

/** The runs of a concert that still have something to do, the newest first. */
export async function listOpenRuns(
  pool: Pool,
  concertId: number,
  language: Language,
): Promise<RunDto[]> {
  const { rows } = await pool.query<ListedRow>(
    `select ${list.select} from ${list.from}
     where r.concert_id = $1 and r.undone_at is null and n.done < n.total order by r.id desc limit 20`,
    [concertId],
  );
  return rows.map((row) => toDto(row, language));
}

/** A run with the counts of its states. Throws 404. */
export async function readRun(
  { deps: { pool }, caller }: Context,
  { id }: { id: number },
): Promise<RunPageDto> {
  const { rows } = await pool.query<ListedRow>(
    `select ${list.select} from ${list.from} where r.id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Problem('not_found');
  const states = await pool.query<{ state: RunItemState; count: number }>(
    `select state, count(*)::integer as count from run_item_state where run_id = $1 group by 1`,
    [id],
  );
  const failed = await pool.query<RunPageDto['failed'][number]>(
    `select i.id::integer, i.key, o.order_no as "orderNo", coalesce(i.reason, '') as reason
     from run_item_state i left join orders o on o.id = i.order_id
     where i.run_id = $1 and i.state = 'failed' order by i.id limit ${MAX_FAILED}`,
    [id],
  );
  const may = runKinds[row.kind]?.may ?? [];
  return {
    ...toDto(row, caller.language),
    kind: row.kind,
    concertId: row.concert_id,
    isOpen: row.undone_at === null && row.begins_at > new Date(),
    mayChange:
      caller.kind === 'command-line' || (caller.kind === 'staff' && may.includes(caller.role)),
    states: states.rows,
    failed: failed.rows,
  };
}

function toDto(row: ListedRow, language: Language): RunDto {
  const label = runKinds[row.kind]?.label[language] ?? row.kind;
  const title = language === 'de' ? row.title_de : row.title_en;
  return {
    id: row.id,
    what: title === null ? label : `${label}: ${title}`,
    by: row.ordered_by,
    orderedAt: toBerlinIso(row.ordered_at),
    beginsAt: toBerlinIso(row.begins_at),
    isUndone: row.undone_at !== null,
    done: row.done,
    total: row.total,
  };
}
