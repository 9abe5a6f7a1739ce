// Supervises two workers that respond with their pid, for the tests of supervising. Argument: port or 0.
// Prints `open <port>` and, after SIGUSR2, `renewed`; stops on SIGTERM.
import path from 'node:path';
import { createLog } from '#server/platform/log.ts';
import { failStart } from '#server/platform/errors.ts';
import { superviseWorkers } from '#server/platform/process/supervise-workers.ts';

try {
  const supervisor = await superviseWorkers({
    script: path.join(import.meta.dirname, 'supervised-worker-program.ts'),
    count: 2,
    settings: { port: Number(process.argv[2]) },
    collectMetrics: () => Promise.resolve('all of them'),
    log: createLog({ level: 'info', isReadable: true }),
  });
  process.on('SIGUSR2', () => void supervisor.renew().then(() => console.log('renewed')));
  process.on('SIGTERM', () => void supervisor.stop().then(() => process.exit(0)));
  console.log(`open ${supervisor.port}`);
} catch (error) {
  failStart(error);
}
