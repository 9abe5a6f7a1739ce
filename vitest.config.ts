import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findFastFolder } from './test/find-fast-folder.ts';

/** Tests of processes that start, crash, archive and restore; `npm run test:all` runs them. */
const long = [
  'packages/embedded-postgres/**/*.test.ts',
  'scripts/{restore,start}.test.ts',
  'server/backup/**/*.test.ts',
  'server/command-line/embedded.test.ts',
  'server/today/check-archive.test.ts',
  'server/platform/database/primary-client.test.ts',
  'server/edge/limit-connections.test.ts',
  'server/platform/process/shutdown.test.ts',
  'server/start/*.test.ts',
  'test/{crash,deployment,fuzz}/**/*.test.ts',
  'test/simulation/more-seeds.test.ts',
];
const database = './test/start-test-database.ts';

/** Without results of an earlier run Vitest begins with large files. These are small and slow: last, they run alone. */
const slow = /\/(?:conformance|simulation)\.test\.ts$/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    const largeFirst = await BaseSequencer.prototype.sort.call(this, files);
    return [...largeFirst.filter(isSlow), ...largeFirst.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    setupFiles: './test/fail-on-console-error.ts',
    sequence: { sequencer: SlowFirst },
    // By default one processor stays idle. Tests mostly wait, for PostgreSQL and for processes.
    maxWorkers: availableParallelism() + 2,
    // Upper bounds for a machine that is busy with other things, too; nothing waits for them to pass.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Databases that tests start themselves flush as in production: on a disk, tests would mostly wait for that.
    env: { TZ: 'Pacific/Auckland', TMPDIR: findFastFolder() },
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,messages,packages,scripts,web}/**/*.test.{ts,tsx}'],
          exclude: long,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'shop',
          include: ['{server,test}/**/*.test.ts'],
          exclude: long,
          // Loading the shop's modules for each file takes longer than most files.
          isolate: false,
          globalSetup: database,
        },
      },
      { extends: true, test: { name: 'long', include: long, globalSetup: database } },
    ],
  },
});
