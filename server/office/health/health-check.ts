import type { HealthItem } from '#contract/office/today-queries.ts';
import type { OfficeDeps } from '../command.ts';

/** Judges one part of the shop; null if this shop has no such part (office.md 4.5). */
export type HealthCheck = (deps: OfficeDeps) => Promise<HealthItem | null>;
