import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,db,messages,sandbox,scripts,server,test,web}/**/*.test.{ts,tsx}'],
    globalSetup: './test/start-test-database.ts',
    setupFiles: './test/fail-on-console-error.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { TZ: 'Pacific/Auckland' },
  },
});
