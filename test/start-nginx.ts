import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findAvailablePort } from './find-available-port.ts';

const shopConf = path.join(import.meta.dirname, '../deploy/nginx/shop.conf');

/** Starts nginx as a load balancer in front of these ports, with deploy/nginx/shop.conf unchanged. */
export async function startNginx(
  folder: string,
  ports: number[],
): Promise<{ url: string; stop: () => Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const port = await findAvailablePort();
  const log = path.join(folder, 'error.log');
  const shop = (await readFile(shopConf, 'utf8')).replace(
    /^error_log .*$/m,
    `error_log ${log} crit;`,
  );
  await writeFile(path.join(folder, 'shop.conf'), shop);
  await writeFile(path.join(folder, 'nginx.conf'), nginxConf(folder, port, ports));
  const child = spawn('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', log], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The configuration of a distribution around our file. */
function nginxConf(folder: string, port: number, ports: number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off; master_process off; pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      upstream festival {
        ${ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join('\n        ')}
        keepalive 64;
        keepalive_timeout 60s;
      }
      server { listen 127.0.0.1:${port}; include ${folder}/shop.conf; }
    }`;
}
