import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.ts';
import { listEngines } from './scripts/list-engines.ts';

// This file is read by every worker; what the first one chooses, the others inherit by the environment.
process.env.E2E_PORT ??= String(await findAvailablePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'festival-e2e-'));
const address = `http://localhost:${process.env.E2E_PORT}`;
const executablePath = findBrowser();
if (executablePath) process.env.CHROMIUM = executablePath;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desk = { viewport: { width: 1440, height: 900 } };
const testIgnore = 'engines/**';
// Drivers of their own read these options (e2e/engines/test.ts).
const engines = listEngines().flatMap(({ name }) =>
  // Firefox's protocol cannot switch scripts off.
  (name === 'firefox' ? [true] : [true, false]).map((javaScriptEnabled) => ({
    name: javaScriptEnabled ? name : `${name}-no-script`,
    testMatch: 'engines/*.spec.ts',
    use: { browserName: name, javaScriptEnabled },
  })),
);

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/offer-free-tickets.ts',
  fullyParallel: true,
  workers: 2,
  // On a machine under load one of many hundred browser tests may miss its moment.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  // Upper bounds for a machine that is busy with other things, too; nothing waits for them to pass.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: address,
    actionTimeout: 60_000,
    // A trace takes a third of the time: `npx playwright test --trace retain-on-failure` for a test that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'de-DE',
    timezoneId: 'America/New_York',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-sync',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
  projects: [
    // Where the width makes no difference, a test is marked for one of the two.
    { name: 'phone', testIgnore, grepInvert: /@desk|@unscripted/, use: phone },
    { name: 'desk', testIgnore, grepInvert: /@phone|@unscripted/, use: desk },
    // Journeys that must work without scripts, too, run a second time, or in one of their languages only.
    {
      name: 'phone-no-script',
      testIgnore,
      grep: /@twice|@unscripted/,
      grepInvert: /@desk/,
      use: { ...phone, javaScriptEnabled: false },
    },
    {
      name: 'desk-no-script',
      testIgnore,
      grep: /@twice|@unscripted/,
      grepInvert: /@phone/,
      use: { ...desk, javaScriptEnabled: false },
    },
    ...engines,
  ],
  webServer: {
    command: `"${process.execPath}" scripts/run.mjs start`,
    url: `${address}/readyz`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      DATABASE_URL: process.env.E2E_DATABASE_URL ?? '',
      DEMO: '1',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    },
  },
});

/** Lets the system choose: a fixed port could be in use by another program. */
function findAvailablePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0));
    });
  });
}
