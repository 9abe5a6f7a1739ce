import type { PoolClient } from 'pg';
import type { LocalizedText } from '#contract/language.ts';
import type { Role } from '#contract/office/staff.ts';
import type { ChangeContext } from '../operations/define.ts';
import type { FestivalStore } from '../programme/festival-content.ts';
import type { Env } from '../settings/env.ts';

/** A run as it is stored. */
export interface RunRow {
  id: number;
  kind: string;
  concert_id: number | null;
  /** Values of its kind. */
  facts: Record<string, unknown>;
  ordered_at: Date;
  ordered_by: string;
  begins_at: Date;
  undone_at: Date | null;
}

/** An item of a run. Its key is unique in the run: the id of an order, or an address. */
export interface RunItemRow {
  id: number;
  run_id: number;
  key: string;
  order_id: number | null;
  facts: Record<string, unknown>;
  state: string;
  refund_id: number | null;
  invoice_id: number | null;
  owed_cents: number;
}

/** The surroundings of a step. */
export interface StepContext {
  /** In the transaction of the step, which has locked the item. */
  client: PoolClient;
  run: RunRow;
  env: Env;
  festival: FestivalStore;
  /** Called after the commit when places became available. */
  stockChanged: () => void;
}

/** An item after a step; what is left out stays as it was. */
export interface SteppedItem {
  state: string;
  /** Why it failed. */
  reason?: string | null;
  /** When the next step is due; null for none. */
  nextAt: Date | null;
  refundId?: number | null;
  invoiceId?: number | null;
  /** In cents. */
  owedCents?: number;
  facts?: object;
}

/** A kind of run (office.md 1). */
export interface RunKind {
  /** Its name, before the title of its concert. */
  label: LocalizedText;
  /** The people who may order it, and so start, undo and repeat it. */
  may: readonly Role[];
  /** Takes one step of an item, which commits with it: applied twice at most if the first was rolled back. */
  step(context: StepContext, item: RunItemRow): Promise<SteppedItem>;
  /** Takes back what ordering it changed. */
  undo?(context: ChangeContext, run: RunRow): Promise<void>;
  /** Repeats an item whose refund has failed; others are stepped again. */
  retry?(client: PoolClient, item: RunItemRow): Promise<void>;
}
