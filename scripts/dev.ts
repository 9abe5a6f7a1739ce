// `npm run dev`: the server with the site from Vite, on one port. A change under web/ is replaced in the open
// page; a change of the server's code starts the server again.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { root } from './root.ts';

const watched = ['server', 'contract', 'messages', 'packages', 'db'];
const ignored = /\.test\.tsx?$|(?:^|\/)\.|~$/;
/** In ms: an editor writes several files for one save. */
const SETTLE_MS = 80;

let server: ChildProcess | undefined;
let isRestarting = false;
let isEnding = false;

function startServer(): void {
  const env = { ...process.env, NODE_ENV: 'development' };
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: 'inherit' });
  server = child;
  isRestarting = false;
  child.once('exit', (code) => {
    server = undefined;
    if (isEnding) process.exit(code ?? 0);
    if (isRestarting) startServer();
    else console.log('The server has ended; it restarts with the next change.');
  });
}

/** Not by SIGTERM: Vite listens to that itself and would end the process before its database is closed. */
function stopServer(): void {
  server?.kill('SIGINT');
}

function restart(): void {
  isRestarting = true;
  if (server) stopServer();
  else startServer();
}

let settling: NodeJS.Timeout | undefined;
for (const folder of watched.map((name) => path.join(root, name)).filter(existsSync)) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (file === null || ignored.test(file)) return;
    clearTimeout(settling);
    settling = setTimeout(restart, SETTLE_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isEnding = true;
    if (server) stopServer();
    else process.exit(0);
  });
}
startServer();
