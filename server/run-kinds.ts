import { CANCELLED_CONCERT_RUN, cancelledConcertRun } from './cancellation/cancel-concert.ts';
import { movedConcertRun } from './cancellation/moved-run.ts';
import { MOVED_CONCERT_RUN } from './concerts/move-concert.ts';
import type { RunKind } from './runs/run-kind.ts';
import { holderMessageRun } from './ticket-holders/holder-message-run.ts';

/** Every kind of run by its name. */
export const runKinds: Record<string, RunKind> = {
  [CANCELLED_CONCERT_RUN]: cancelledConcertRun,
  [MOVED_CONCERT_RUN]: movedConcertRun,
  'holder-message': holderMessageRun,
};
