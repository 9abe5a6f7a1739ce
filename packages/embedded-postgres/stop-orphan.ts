import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from './errors.ts';
import { socketFile } from './cluster.ts';
import { FAST_SHUTDOWN_MS } from './postgres-process.ts';
import { listProcessesOn, isRunning, isKnown, worksOn } from './process-identity.ts';

/** How long an orphaned PostgreSQL may take to end; it may be writing much to disk. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * Ends a PostgreSQL on this cluster whose server was killed (normally its watcher does so already). Call it only with
 * DATA_DIR locked: then no other server can be its owner.
 */
export async function stopOrphan(cluster: string, socketDir: string, log: Logger): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (pid === undefined) return;
  if (!isRunning(pid)) {
    await refuseIfListening(path.join(socketDir, socketFile), cluster);
    // after a kill, its child processes still run for a moment
    await waitUntilReleased(cluster);
    // PostgreSQL would wait for a zombie, and for an empty file to be written
    if (pid === NO_PROCESS_ID || isKnown(pid)) removeLocks(pidFile, socketDir);
    return;
  }
  if (!worksOn(pid, cluster)) {
    // the id belongs to another program by now; PostgreSQL would consider that one its owner
    removeLocks(pidFile, socketDir);
    return;
  }
  log.info('Ending the PostgreSQL that a killed server has left behind');
  await endProcess(pid, cluster);
}

/** Both files name the process: the lock of the cluster and that of the socket. */
function removeLocks(pidFile: string, socketDir: string): void {
  rmSync(pidFile, { force: true });
  rmSync(path.join(socketDir, `${socketFile}.lock`), { force: true });
}

/** For a lock without a valid process id: the power went while it was being written. */
const NO_PROCESS_ID = -1;

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    // 0 and 1 would be this process group and the system
    return Number.isSafeInteger(pid) && pid > 1 ? pid : NO_PROCESS_ID;
  } catch {
    return undefined;
  }
}

async function waitUntilReleased(cluster: string): Promise<void> {
  const end = performance.now() + STOP_TIMEOUT_MS;
  while (listProcessesOn(cluster).length > 0) {
    if (performance.now() > end) {
      throw new StartError(
        `Child processes of a killed PostgreSQL still use ${cluster} (processes ` +
          `${listProcessesOn(cluster).join(', ')}). End them, then start again.`,
      );
    }
    await wait(20);
  }
}

async function endProcess(pid: number, cluster: string): Promise<void> {
  const startedAt = performance.now();
  let isImmediate = false;
  process.kill(pid, 'SIGINT');
  while (isRunning(pid) && worksOn(pid, cluster)) {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > FAST_SHUTDOWN_MS && !isImmediate) {
      isImmediate = true;
      process.kill(pid, 'SIGQUIT');
    }
    if (elapsedMs > STOP_TIMEOUT_MS) {
      throw new StartError(
        `Another PostgreSQL (process ${pid}) still uses ${cluster} and does not stop. End it, then start again.`,
      );
    }
    await wait(20);
  }
}

/** A container does not see the processes of its neighbours, but can connect to their socket. */
function refuseIfListening(file: string, cluster: string): Promise<void> {
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
