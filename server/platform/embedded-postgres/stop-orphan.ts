import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { StartError } from '../errors.ts';
import { findProcessesOn, isAlive, isKnown, worksOn } from './process-identity.ts';
import { socketFile } from './socket-directory.ts';

/** How long a PostgreSQL left over may take to end, in ms; it may be writing much to disk. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * Ends a PostgreSQL left over on this cluster by a server that was killed (normally its watcher is doing so
 * already). Call it while holding DATA_DIR: then nobody else can be its rightful owner.
 */
export async function stopOrphan(cluster: string, socketDir: string, log: Logger): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (pid === undefined) return;
  if (!isAlive(pid)) {
    await refuseIfAnswering(path.join(socketDir, socketFile), cluster);
    // killed itself, it leaves its helpers behind for a moment
    await waitUntilReleased(cluster);
    // PostgreSQL takes one that waits to be buried for alive, and an empty file for one being written.
    if (pid === NO_PROCESS || isKnown(pid)) forgetLocks(pidFile, socketDir);
    return;
  }
  if (!worksOn(pid, cluster)) {
    // The number belongs to another program by now; PostgreSQL would take that one for its twin.
    forgetLocks(pidFile, socketDir);
    return;
  }
  log.info('Ending the PostgreSQL that a killed server has left behind.');
  await endProcess(pid, cluster);
}

/** Both name the process: the cluster's lock, and the socket's beside it. */
function forgetLocks(pidFile: string, socketDir: string): void {
  rmSync(pidFile, { force: true });
  rmSync(path.join(socketDir, `${socketFile}.lock`), { force: true });
}

/** In place of a process number that cannot be read: the file was being written when the power went. */
const NO_PROCESS = -1;

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    // 0 and 1 would be ourselves and the system
    return Number.isSafeInteger(pid) && pid > 1 ? pid : NO_PROCESS;
  } catch {
    return undefined;
  }
}

async function waitUntilReleased(cluster: string): Promise<void> {
  const end = performance.now() + STOP_TIMEOUT_MS;
  while (findProcessesOn(cluster).length > 0) {
    if (performance.now() > end) {
      throw new StartError(
        `Helpers of a PostgreSQL that was killed still use ${cluster} (processes ` +
          `${findProcessesOn(cluster).join(', ')}). End them, then start again.`,
      );
    }
    await wait(20);
  }
}

async function endProcess(pid: number, cluster: string): Promise<void> {
  const end = performance.now() + STOP_TIMEOUT_MS;
  process.kill(pid, 'SIGINT');
  while (isAlive(pid) && worksOn(pid, cluster)) {
    if (performance.now() > end) {
      throw new StartError(
        `Another PostgreSQL (process ${pid}) still uses ${cluster} and does not stop. End it, then start again.`,
      );
    }
    await wait(20);
  }
}

/** From inside a container the processes of its neighbours are invisible, but their socket answers. */
function refuseIfAnswering(file: string, cluster: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(file);
    socket.once('error', () => resolve());
    socket.once('connect', () => {
      socket.destroy();
      reject(
        new StartError(
          `Another PostgreSQL, not of this machine or container, uses ${cluster}. ` +
            'Stop it, or set DATA_DIR to another directory.',
        ),
      );
    });
  });
}
