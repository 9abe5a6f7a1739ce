// `npm test`: builds what is stale, then runs the tests, on PostgreSQL and in a browser. `npm run test:all` adds the
// long ones and the other engines. At the end it lists failed tests of the first kind (Playwright has just listed
// its own); the last line counts all.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from '#server/platform/errors.ts';
import { buildSite } from './build-site.ts';
import { drawDemoBrochures } from './draw-demo-brochures.ts';
import { drawDemoPictures } from './draw-demo-pictures.ts';
import { ensureBrowser } from './find-browser.ts';
import { printMissingEngines } from './list-engines.ts';
import { root } from './root.ts';
import { withBrowserEnvironment } from './run-browser-tests.ts';
import { isBuildStale } from './build-stamp.ts';

interface Count {
  passed: number;
  failed: number;
  /** Names of failed tests, whose output has long scrolled away. */
  failedTests?: string[];
}

const vitestReport = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
      }),
    ),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failedTests: report.testResults.flatMap(({ name, status, assertionResults }) => {
      const file = path.relative(root, name);
      const failed = assertionResults.filter((test) => test.status === 'failed');
      // a file that could not be loaded has no tests
      if (status === 'failed' && failed.length === 0) return [file];
      return failed.map((test) => `${file}: ${test.fullName}`);
    }),
  }));
const playwrightReport = z
  .object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) })
  // a flaky test failed, and passed when repeated (playwright.config.ts); Playwright lists it
  .transform(({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }));

const isWhole = process.argv.includes('--all');
/** The projects of vitest.config.ts and playwright.config.ts that `npm test` runs. */
const quickProjects = {
  vitest: ['unit', 'shop'],
  playwright: ['phone', 'desk', 'phone-no-script', 'desk-no-script'],
};
const chosen = (projects: string[]): string[] =>
  isWhole ? [] : projects.map((project) => `--project=${project}`);
/** Browser tests that only `npm run test:all` runs, by project, file, titles and tags of a test. */
const longBrowserTests = [
  '@long',
  // the second language or width of a journey; without scripts, the office at a desk and the shop on a phone are enough
  '\\bin en\\b',
  '^ *(phone (?!.*@phone)|desk-no-script (?!office-))',
  // pages while they arrive, rare states, and layouts
  '(any-festival|chunked-arrival|first-view|hold-clock|hydration|office-layout)\\.spec',
  '(accessible-(accounts|states)|office-account|problems|reload|two-tabs)\\.spec',
  // rare days of the office, whose rules have tests on the server
  'office-(cancel|door|holder-message|lists|move|programme|reports)\\.spec',
];
const withoutLong = isWhole ? [] : [`--grep-invert=${longBrowserTests.join('|')}`];

const reports = mkdtempSync(path.join(tmpdir(), 'festival-reports-'));

/** Runs a test program; one that fails without a failed test (it could not start) counts as one. */
function runTests(args: string[], report: string, schema: z.ZodType<Count>, env = {}): Count {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const count = existsSync(report)
    ? schema.parse(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 };
  return status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function unitTests(): Count {
  const report = path.join(reports, 'vitest.json');
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runTests(
    [program, 'run', ...chosen(quickProjects.vitest), ...reporters],
    report,
    vitestReport,
  );
}

/** In Chromium; then, of all tests, those in the other engines that are installed. */
function browserTests(): Promise<Count> {
  const report = path.join(reports, 'playwright.json');
  const program = path.join(root, 'node_modules/@playwright/test/cli.js');
  return withBrowserEnvironment((env) =>
    runTests(
      [
        program,
        'test',
        ...chosen(quickProjects.playwright),
        ...withoutLong,
        '--reporter=line,json',
      ],
      report,
      playwrightReport,
      { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    ),
  ).catch(countAsFailed);
}

/** Tests that could not start have failed, and the line with the count still comes last. */
function countAsFailed(error: unknown): Count {
  console.error(error instanceof StartError ? error.message : error);
  return { passed: 0, failed: 1 };
}

/** Sets CHROMIUM; returns the error if there is no browser. */
function chooseBrowser(): StartError | undefined {
  try {
    process.env.CHROMIUM = ensureBrowser();
    return undefined;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error;
  }
}

/** Tests that start the whole shop need a site built from the current sources. */
async function buildStale(): Promise<void> {
  await Promise.all([
    isBuildStale() && buildSite(),
    // once, not in every shop that a test starts
    drawDemoPictures().then(drawDemoBrochures),
  ]);
}

// Before all tests: some vitest files need a browser, too.
const noBrowser = chooseBrowser();
if (isWhole) printMissingEngines();
const counts = [
  await buildStale().then(unitTests, countAsFailed),
  noBrowser === undefined ? await browserTests() : countAsFailed(noBrowser),
];
rmSync(reports, { recursive: true });
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
for (const name of counts.flatMap((count) => count.failedTests ?? []))
  console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
