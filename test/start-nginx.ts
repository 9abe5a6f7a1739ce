import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { findAvailablePort } from './find-available-port.ts';

const deployed = path.join(import.meta.dirname, '../deploy/nginx');

/** Starts nginx in front of these ports, with the files of deploy/nginx but for the paths on the machine. */
export async function startNginx(
  folder: string,
  ports: number[],
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const port = await findAvailablePort();
  const log = path.join(folder, 'error.log');
  for (const name of ['cache.conf', 'shop.conf']) {
    const conf = (await readFile(path.join(deployed, name), 'utf8'))
      .replace(/^error_log .*$/m, `error_log ${log} crit;`)
      .replace('/var/cache/nginx', path.join(folder, 'cache'));
    await writeFile(path.join(folder, name), conf);
  }
  await mkdir(path.join(folder, 'cache'));
  await writeFile(path.join(folder, 'nginx.conf'), nginxConf(folder, port, ports));
  const child = spawn('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', log], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The configuration of a distribution around our file. */
function nginxConf(folder: string, port: number, ports: number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // As root, nginx needs to know the user of its workers.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : '';
  return `
    daemon off; ${user} worker_processes 2; pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      include ${folder}/cache.conf;
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000;
      upstream festival {
        ${ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join('\n        ')}
        keepalive 64;
        keepalive_timeout 60s;
      }
      server { listen 127.0.0.1:${port}; include ${folder}/shop.conf; }
    }`;
}
