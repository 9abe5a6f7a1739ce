import { expect, test } from 'vitest';
import { fingerprint } from './stale.ts';

test('looking whether the site is stale costs next to nothing', () => {
  fingerprint();
  const before = performance.now();
  expect(fingerprint()).toMatch(/^[0-9a-f]{40}$/);
  expect(performance.now() - before).toBeLessThan(200);
});
