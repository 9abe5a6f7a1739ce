import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { TestDatabase } from './database.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { ensureFestival } from './shop/create-concert.ts';

/** The result of a command on the command line. */
interface CliEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

const program = path.join(import.meta.dirname, '../scripts/run.mjs');

/** `npm run office -- …` on a test database, each call as its own process. Call it at the top level of the file. */
export async function openOfficeCli(
  database: Pick<TestDatabase, 'pool' | 'connection'>,
): Promise<(...words: string[]) => Promise<CliEnd>> {
  await ensureFestival(database.pool);
  const proxy = await startDatabaseProxy(database.connection);
  afterAll(() => proxy.close());
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: proxy.connectionString,
    APP_SECRET: 'a secret for tests, 32 characters',
  };
  return async (...words) => {
    const child = spawn(process.execPath, [program, 'office', ...words], { env });
    child.stdin.end();
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await ended, stdout, stderr };
  };
}
