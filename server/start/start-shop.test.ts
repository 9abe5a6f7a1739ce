import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { findAvailablePort } from '#test/find-available-port.ts';
import { runProcess } from '#test/run-process.ts';
import { listen } from '../edge/listen.ts';

test('a port in use is reported before the database is needed', async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  const port = await listen(other, 0, '127.0.0.1');
  const shop = runProcess(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      APP_SECRET: 'a secret for tests, 32 characters',
      DATA_DIR: tmpdir(),
      DATABASE_URL: `postgres://festival@127.0.0.1:${await findAvailablePort()}/missing`,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
  });
  const { code, output } = await shop.ended;
  expect([code, output]).toEqual([1, expect.stringMatching(`^Port ${port} is in use`)]);
});
