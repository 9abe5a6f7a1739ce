import { describe, expect, test } from 'vitest';
import { explore } from './explore.ts';
import { type GuardName, guards } from './guards.ts';

/** One buyer with two requests at once and every action; two buyers; several with the usual actions. */
const one = { buyers: 1, quantity: 1, attempts: 2, processes: 2 };
const two = { buyers: 2, quantity: 1, attempts: 1, processes: 1 };
const rivals = { ...two, skipsRareActions: true };
const scarce = { ...two, quantity: 2, quota: 1 };
const three = { buyers: 3, quantity: 2, attempts: 1, processes: 1, skipsRareActions: true };

/** The concert is cancelled, and a run has two processes; or two buyers. */
const cancelled = { buyers: 1, quantity: 1, attempts: 1, processes: 2, cancels: true } as const;
const both = { ...two, quantity: 2, cancels: true, skipsRareActions: true } as const;

describe('with every guard no sequence of events violates an invariant', () => {
  test.each([one, two, scarce, three, cancelled, both])(
    '$buyers buyers, $quantity tickets, $processes at once',
    (size) => {
      const { states, counterexample } = explore(size, guards);
      expect(counterexample).toBeNull();
      // the search has not missed the interesting part
      expect(states).toBeGreaterThan(5000);
    },
    60_000,
  );
});

describe('every guard is needed: without it there is a counterexample', () => {
  test.each(Object.keys(guards) as GuardName[])(
    'without %s',
    (name) => {
      const without = { ...guards, [name]: false };
      const sizes = name.includes('Quota') ? [scarce] : [rivals, cancelled, one];
      expect(sizes.some((size) => explore(size, without).counterexample !== null)).toBe(true);
    },
    60_000,
  );
});
