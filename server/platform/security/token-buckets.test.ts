import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

test('lets a burst through, then as many as refill', () => {
  const buckets = createTokenBuckets({ perSecond: 20, burst: 60 });
  const take = (now: number) => buckets.take('a', now);
  for (let i = 0; i < 60; i++) expect(take(1000)).toBe(0);
  expect(take(1000)).toBeCloseTo(0.05);
  expect(take(1049)).toBeGreaterThan(0);
  expect(take(1050)).toBe(0);
  expect(take(1050)).toBeGreaterThan(0);
  const inOneSecond = Array.from({ length: 1000 }, (_, i) => take(2000 + i)).filter((w) => w === 0);
  expect(inOneSecond.length).toBeGreaterThanOrEqual(36);
  expect(inOneSecond.length).toBeLessThanOrEqual(40);
});

test('each key has its own bucket, and a long pause fills it no higher than the burst', () => {
  const buckets = createTokenBuckets({ perSecond: 1, burst: 2 });
  expect([1, 2, 3].map(() => buckets.take('a', 0))).toEqual([0, 0, 1]);
  expect(buckets.take('b', 0)).toBe(0);
  expect([1, 2, 3].map(() => buckets.take('a', 1_000_000))).toEqual([0, 0, 1]);
});

test('any number of keys fits', () => {
  const buckets = createTokenBuckets({ perSecond: 1, burst: 2 });
  buckets.take('busy', 0);
  for (let i = 0; i < 50_000; i++) buckets.take(`key ${i}`, 0);
  expect(buckets.take('new', 0)).toBe(0);
});
