import { test } from 'vitest';
import { checkSeed } from './check-seed.ts';

test('seed 1', async () => {
  await checkSeed(1);
});
