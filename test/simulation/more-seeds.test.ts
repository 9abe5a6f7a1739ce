import { test } from 'vitest';
import { checkSeed } from './check-seed.ts';

test.each([2, 3])('seed %i', checkSeed);
