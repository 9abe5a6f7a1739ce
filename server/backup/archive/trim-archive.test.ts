import { expect, test } from 'vitest';
import { DAY_MS } from '#contract/berlin-time.ts';
import type { BaseBackup } from './read-archive.ts';
import { chooseBaseBackups } from './base-backup.ts';

const now = new Date('2026-07-31T02:05:00Z');
/** Made this number of days ago. */
const aged = (days: number): BaseBackup => ({
  name: `${days}`,
  folder: '',
  endedAt: new Date(now.getTime() - days * DAY_MS),
  wal: { timeline: 1, start: 0, end: 1 },
  bytes: 0,
});
const choose = (ages: number[]) => {
  const { withLaterWal, alone } = chooseBaseBackups(ages.map(aged), now);
  return {
    any: withLaterWal.map(({ name }) => Number(name)),
    alone: alone.map((b) => Number(b.name)),
  };
};

test('retains any moment of seven days, and one base backup a week up to thirty days', () => {
  const daily = Array.from({ length: 60 }, (_, n) => 59.5 - n);
  const { any, alone } = choose(daily);
  // the newest older one is where the seventh day starts
  expect(any).toEqual([7.5, 6.5, 5.5, 4.5, 3.5, 2.5, 1.5, 0.5]);
  expect(alone).toHaveLength(4);
  expect(Math.max(...alone)).toBeLessThan(30);
  for (const [n, age] of alone.entries()) expect(age - (alone[n + 1] ?? 7.5)).toBeLessThan(8);
});

test('many of one day leave one; the newest of all stays, whatever its age', () => {
  // now is 2:05
  expect(choose([8, 1.2, 1.1, 0.03, 0.02, 0.01]).any).toEqual([8, 1.1, 0.01]);
  expect(choose([90, 80])).toEqual({ any: [80], alone: [] });
});

test('retains any moment of an archive that is younger than seven days', () => {
  expect(choose([0.02, 0.01]).any).toEqual([0.02, 0.01]);
  expect(choose([6, 5.99, 1.2, 1.1, 0.03, 0.02, 0.01]).any).toEqual([6, 5.99, 1.1, 0.01]);
});
