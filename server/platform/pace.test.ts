import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

it('lets one begin at once and the others one after the other, in the order in which they came', async () => {
  const pace = createPace(10);
  const began = performance.now();
  const turns: { who: number; at: number }[] = [];
  await Promise.all(
    [0, 1, 2, 3].map(async (who) => {
      await pace();
      turns.push({ who, at: performance.now() - began });
    }),
  );
  expect(turns.map(({ who }) => who)).toEqual([0, 1, 2, 3]);
  // a timer counts whole milliseconds, and may so come one early
  for (const { who, at } of turns) expect(at).toBeGreaterThan(who * 10 - 2);
});

it('keeps nobody waiting who comes when nobody was there before', async () => {
  const pace = createPace(1e9);
  await pace();
});
