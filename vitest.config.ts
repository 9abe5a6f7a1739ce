import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,db,messages,packages,scripts,server,test,web}/**/*.test.{ts,tsx}'],
    globalSetup: './test/start-test-database.ts',
    setupFiles: './test/fail-on-console-error.ts',
    // By default one processor stays idle. Tests of crashes mostly wait, for PostgreSQL and for processes.
    maxWorkers: availableParallelism() + 1,
    // Upper bounds for a machine that is busy with other things, too; nothing waits for them to pass.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    env: { TZ: 'Pacific/Auckland' },
  },
});
