import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import type { Logger } from '../platform/log.ts';
import {
  listConcertRows,
  getProgrammeVersion,
  listStock,
  type ConcertRow,
  type StockRow,
} from './list-concert-rows.ts';
import { Problem } from '../platform/problem.ts';
import { toConcert, toListEntry, type Concert, type Pictures } from './concert.ts';

/**
 * How often a process polls for sales and changes of other processes. The API allows 1 s (api.md, Festival, concerts,
 * countries).
 */
const POLL_MS = 300;
/** After this time without a response of the database, reads get the last known state. */
const MAX_REFRESH_MS = 1_000;

/**
 * The programme and its stock in memory, so that no request for a concert waits for the database. Changes of this
 * process are visible at once (`markStale`), those of others after `POLL_MS`, and an expired hold when it expires.
 */
export interface Catalogue {
  /** The fresh state; the last known one after a failed refresh, or when one takes longer than a second. */
  current(): Promise<CatalogueState>;
  /** The state in memory if it is fresh; otherwise null: call `current`. */
  currentIfFresh(): CatalogueState | null;
  /** The state in memory, fresh or not. */
  latest(): CatalogueState;
  /** Call it when the stock may have changed: the next read queries the database. */
  markStale(): void;
  stop(): void;
}

export interface CatalogueState {
  /** Increases with every visible change; a version for caches. */
  version: number;
  concerts: ConcertRow[];
  /** Last change of the programme (not of the stock); `change` has microseconds. */
  changedAt: Date;
  change: string;
  /** Version of the pictures. */
  pictures: number;
  stock: Map<number, StockRow>;
  /** Values that memoizeForState computed from this state. */
  derived: Map<string, unknown>;
}

/** What belongs to a programme and comes from elsewhere. */
export interface CatalogueSupplies {
  /** Called with a new programme before it becomes visible. */
  prepare: (concerts: ConcertRow[]) => Promise<void>;
  /** Version of the pictures, which are drawn after it. */
  picturesVersion: () => number;
}

/** Loads the catalogue and keeps it fresh. */
export async function startCatalogue(
  pool: Pool,
  log: Logger,
  supplies: CatalogueSupplies,
): Promise<Catalogue> {
  let { state, staleFrom } = await readState(pool, supplies, null);
  let staleCount = 0;
  let refreshedCount = 0;
  let running: Promise<void> | null = null;
  let hasFailed = false;

  async function refresh(): Promise<void> {
    const countBefore = staleCount;
    ({ state, staleFrom } = await readState(pool, supplies, state));
    refreshedCount = countBefore;
  }
  /** Logs the first of several failures in a row. */
  async function refreshAndReport(): Promise<void> {
    try {
      await refresh();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) {
        log.warn({ err: error }, 'Could not reload the programme; showing the last known one');
      }
      hasFailed = true;
    } finally {
      running = null;
    }
  }
  /** Resolves with the end of the refresh, at the latest when it has taken a second. */
  const refreshOnce = (): Promise<void> => {
    running ??= Promise.race([refreshAndReport(), wait(MAX_REFRESH_MS, undefined, { ref: false })]);
    return running;
  };
  const isStale = (): boolean => refreshedCount < staleCount || Date.now() >= staleFrom;

  const timer = setInterval(() => void refreshOnce(), POLL_MS);
  timer.unref();

  return {
    async current() {
      // a refresh that started before the change does not count: then a second one follows
      for (let attempts = 0; attempts < 2 && isStale(); attempts++) await refreshOnce();
      return state;
    },
    currentIfFresh: () => (isStale() ? null : state),
    latest: () => state,
    markStale() {
      staleCount++;
    },
    stop() {
      clearInterval(timer);
    },
  };
}

/** Reads the current state, or returns the known one if nothing visible changed. `staleFrom`: the next hold expires. */
async function readState(
  pool: Pool,
  { prepare, picturesVersion }: CatalogueSupplies,
  known: CatalogueState | null,
): Promise<{ state: CatalogueState; staleFrom: number }> {
  const [change, rows] = await Promise.all([getProgrammeVersion(pool), listStock(pool)]);
  const stock = byProduct(rows);
  const staleFrom = nextExpiry(rows);
  const isSameProgramme = known?.change === change;
  const pictures = picturesVersion();
  const isSame = isSameProgramme && known.pictures === pictures && sameStock(stock, known.stock);
  if (isSame) return { state: known, staleFrom };
  const concerts = isSameProgramme ? known.concerts : await listConcertRows(pool);
  if (!isSameProgramme) await prepare(concerts);
  const version = (known?.version ?? 0) + 1;
  const changedAt = new Date(change);
  const state = { version, change, pictures, changedAt, concerts, stock, derived: new Map() };
  return { state, staleFrom };
}

function byProduct(rows: StockRow[]): Map<number, StockRow> {
  return new Map(rows.map((row) => [row.product_id, row]));
}

function sameStock(a: Map<number, StockRow>, b: Map<number, StockRow>): boolean {
  if (a.size !== b.size) return false;
  for (const [id, row] of a) {
    const other = b.get(id);
    if (other?.available !== row.available || other.quantity !== row.quantity) return false;
    if (!isDeepStrictEqual(other.quotas, row.quotas)) return false;
  }
  return true;
}

/** When the next hold expires, in ms since 1970; Infinity without holds. */
function nextExpiry(rows: StockRow[]): number {
  const earliest = Math.min(...rows.map((row) => row.next_release_ms ?? Infinity));
  return Date.now() + earliest;
}

/** Computes a value from the state once per state, name and language. */
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

/** Reads concerts from the catalogue. */
export interface ConcertReader {
  list(language: Language): Promise<Concert[]>;
  /** Throws Problem `not_found` for an unknown or unpublished concert. */
  get(id: number, language: Language): Promise<Concert>;
  /** Last change of the programme. */
  changedAt(): Promise<Date>;
  /** Version of the state: the same text until something visible changes. */
  version(): Promise<string>;
}

/** Creates a reader of this catalogue. */
export function createConcertReader(catalogue: Catalogue, pictures: Pictures): ConcertReader {
  const concertsById = (state: CatalogueState, language: Language): Map<number, Concert> =>
    memoizeForState(state, 'concerts', language, () => {
      const concerts = state.concerts.map((row) =>
        toConcert(row, state.stock.get(row.product?.id ?? 0), pictures.ofConcert(row.id), language),
      );
      return new Map(concerts.map((concert) => [concert.id, concert]));
    });
  return {
    async list(language) {
      const state = await catalogue.current();
      return memoizeForState(state, 'list', language, () =>
        [...concertsById(state, language).values()].map(toListEntry),
      );
    },
    async get(id, language) {
      const found = concertsById(await catalogue.current(), language).get(id);
      if (found === undefined) throw new Problem('not_found');
      return found;
    },
    async changedAt() {
      return (await catalogue.current()).changedAt;
    },
    async version() {
      return String((await catalogue.current()).version);
    },
  };
}
