import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProcess } from '#test/run-process.ts';
import { listen } from '#server/platform/http/http-server.ts';

const program = path.join(import.meta.dirname, '../../../test/supervisor-program.ts');

async function start() {
  const supervisor = runProcess(process.execPath, [program, '0']);
  const [, port] = await supervisor.printed(/open (\d+)/);
  const ask = async (what = '', timeoutMs = 60_000) => {
    const signal = AbortSignal.timeout(timeoutMs);
    return await (await fetch(`http://127.0.0.1:${port}/${what}`, { signal })).text();
  };
  /** Ids of the processes that respond. An idle one may take many connections in a row. */
  const respondingPids = async (): Promise<string[]> => {
    const pids = new Set<string>();
    for (let round = 0; pids.size < 2 && round < 100; round++) {
      for (const pid of await Promise.all(Array.from({ length: 8 }, () => ask()))) pids.add(pid);
    }
    return [...pids].toSorted();
  };
  return { supervisor, ask, respondingPids };
}

test('two processes share the port; one that is killed is replaced', async () => {
  const { supervisor, ask, respondingPids } = await start();
  const first = await respondingPids();
  expect(first).toHaveLength(2);
  expect(await ask('metrics')).toBe('all of them');

  process.kill(Number(first[0]), 'SIGKILL');
  await supervisor.printed(/Process \d+ ended \(SIGKILL\); starting another one/);
  await expect.poll(respondingPids).toHaveLength(2);
  expect(await respondingPids()).not.toContain(first[0]);

  const others = (await respondingPids()).map(Number);
  supervisor.child.kill('SIGTERM');
  expect((await supervisor.ended).code).toBe(0);
  for (const pid of others) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('no request waits in vain for a worker that is killed', async () => {
  const { supervisor, ask, respondingPids } = await start();
  for (let kills = 1; kills <= 2; kills++) {
    const pid = Number((await respondingPids())[0]);
    // stopped first: whatever is passed to it now, it never confirms
    process.kill(pid, 'SIGSTOP');
    const asked = Array.from({ length: 8 }, () =>
      ask('', 5000).catch((error: Error) => error.name),
    );
    const repeated = Promise.all(asked);
    await Promise.any(asked);
    process.kill(pid, 'SIGKILL');
    expect(await repeated).not.toContain('TimeoutError');
    await supervisor.printed(new RegExp(`Process ${pid} ended`));
    await expect.poll(respondingPids, { timeout: 10_000 }).toHaveLength(2);
  }
});

test('no request is refused while workers are replaced one by one', async () => {
  const { supervisor, respondingPids, ask } = await start();
  // several times: a connection may be on its way to a process that is ending
  for (let renewals = 1; renewals <= 5; renewals++) {
    const before = await respondingPids();
    supervisor.child.kill('SIGUSR2');
    let responses = 0;
    while (supervisor.output().split('renewed').length <= renewals) {
      expect(await ask()).toMatch(/^\d+$/);
      responses++;
    }
    expect(responses).toBeGreaterThan(0);
    const after = await respondingPids();
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  }
});

test('workers end with their supervisor, however it ends', async () => {
  const { supervisor, respondingPids } = await start();
  const workers = (await respondingPids()).map(Number);
  supervisor.child.kill('SIGKILL');
  for (const pid of workers) {
    await expect.poll(() => isGone(pid)).toBe(true);
  }
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

test('an error that keeps the first worker from listening is reported once', async () => {
  const busy = createServer();
  const port = await listen(busy, 0, '127.0.0.1');
  onTestFinished(() => void busy.close());
  const { code, output } = await runProcess(process.execPath, [program, String(port)]).ended;
  expect(code).toBe(1);
  expect(output.match(/is in use by another program/g)).toHaveLength(1);
});
