import { toBerlinIso } from '#contract/berlin-time.ts';
import type { HealthItem } from '#contract/office/today-queries.ts';
import type { Deps } from '../../deps.ts';

/** Judges one part of the shop; null if this shop has no such part (office.md 4.5). */
export type HealthCheck = (deps: Deps) => Promise<HealthItem | null>;

/** A moment as a value of a HealthItem; '' for one that never came. */
export const timeOf = (moment: Date | null | undefined): string =>
  moment === null || moment === undefined ? '' : toBerlinIso(moment);
