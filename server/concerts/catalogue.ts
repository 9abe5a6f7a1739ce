import type { Language } from '#contract/language.ts';
import type { Db } from '../platform/database/database.ts';
import type { Logger } from '../platform/log.ts';
import {
  findProgramme,
  findProgrammeChange,
  findStock,
  type ConcertRow,
  type StockRow,
} from './find-programme.ts';

/** How often every process looks for what others sold or changed. Freshness promised: 1 s (api.md, Festival, concerts, countries). */
const POLL_MS = 300;

/**
 * The programme and its stock in memory, so that no read of a concert waits for the database.
 * What this process changed counts at once (`touch`), what others changed after `POLL_MS`,
 * a hold that ends by itself from that moment.
 */
export interface Catalogue {
  /** All concerts, fresh by the rule above. */
  current(): Promise<CatalogueState>;
  /** The state in memory, when it is known to be fresh; null: ask `current`. */
  currentIfFresh(): CatalogueState | null;
  /** The stock may have changed: the next read asks the database. */
  markStale(): void;
  stop(): void;
}

export interface CatalogueState {
  /** Grows with every visible change; names a version for caches. */
  version: number;
  concerts: ConcertRow[];
  /** When the programme (not the stock) was last changed; `change` to the microsecond. */
  changedAt: Date;
  change: string;
  stock: Map<number, StockRow>;
  /** Room for what is derived of this state, by language. */
  derived: Map<string, unknown>;
}

/** Called with every newly read programme before anybody sees it: draws its pictures. */
type Prepare = (concerts: ConcertRow[]) => Promise<void>;

/** Loads the catalogue and keeps it fresh. */
export async function startCatalogue(db: Db, log: Logger, prepare: Prepare): Promise<Catalogue> {
  let { state, staleFrom } = await readState(db, prepare, null);
  let staleCount = 0;
  let refreshedCount = 0;
  let running: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    const countBefore = staleCount;
    ({ state, staleFrom } = await readState(db, prepare, state));
    refreshedCount = countBefore;
  }
  const refreshOnce = (): Promise<void> => {
    running ??= refresh().finally(() => {
      running = null;
    });
    return running;
  };
  const isStale = (): boolean => refreshedCount < staleCount || Date.now() >= staleFrom;

  const timer = setInterval(() => {
    refreshOnce().catch((error: unknown) => {
      log.warn({ err: error }, 'The programme could not be read anew; the last known one is shown');
    });
  }, POLL_MS);
  timer.unref();

  return {
    async current() {
      // a refresh that began before the change does not count: then a second one follows
      for (let attempts = 0; attempts < 2 && isStale(); attempts++)
        await refreshOnce().catch(() => undefined);
      return state;
    },
    currentIfFresh: () => (isStale() ? null : state),
    markStale() {
      staleCount++;
    },
    stop() {
      clearInterval(timer);
    },
  };
}

/** The state now, the known one when nothing visible has changed; and when a hold next ends by itself. */
async function readState(
  db: Db,
  prepare: Prepare,
  known: CatalogueState | null,
): Promise<{ state: CatalogueState; staleFrom: number }> {
  const [change, rows] = await Promise.all([findProgrammeChange(db), findStock(db)]);
  const stock = byProduct(rows);
  const staleFrom = releaseMoment(rows);
  const isSameProgramme = known?.change === change;
  if (isSameProgramme && sameStock(stock, known.stock)) return { state: known, staleFrom };
  const concerts = isSameProgramme ? known.concerts : await findProgramme(db);
  if (!isSameProgramme) await prepare(concerts);
  const version = (known?.version ?? 0) + 1;
  const changedAt = new Date(change);
  return { state: { version, change, changedAt, concerts, stock, derived: new Map() }, staleFrom };
}

function byProduct(rows: StockRow[]): Map<number, StockRow> {
  return new Map(rows.map((row) => [row.product_id, row]));
}

function sameStock(a: Map<number, StockRow>, b: Map<number, StockRow>): boolean {
  if (a.size !== b.size) return false;
  for (const [id, row] of a) {
    const other = b.get(id);
    if (other?.available !== row.available || other.quantity !== row.quantity) return false;
  }
  return true;
}

/** When the next hold ends by itself, in ms since 1970; Infinity without one. */
function releaseMoment(rows: StockRow[]): number {
  const earliest = Math.min(...rows.map((row) => row.next_release_ms ?? Infinity));
  return Date.now() + earliest;
}

/** Something derived of the state, made once per state and language. */
export function memoizeForState<T>(
  state: CatalogueState,
  name: string,
  language: Language,
  make: () => T,
): T {
  const key = `${name}:${language}`;
  if (!state.derived.has(key)) state.derived.set(key, make());
  return state.derived.get(key) as T;
}
