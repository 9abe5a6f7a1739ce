import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { findAvailablePort } from '#test/find-available-port.ts';
import type { FetchedPage } from './fetch-page.ts';

const POLL_MS = 100;
const MAX_ATTEMPTS = 50;

/** Headers that nginx sets itself, or that belong to the connection. */
const ownHeaders = /^(?:date|connection|keep-alive|content-(?:type|length|encoding)|etag|vary)$/;

/** Starts nginx with two workers. It serves these pages from files, plain and compressed, with the same headers. */
export async function serveWithNginx(
  folder: string,
  pages: Record<string, FetchedPage>,
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const locations: string[] = [];
  for (const [name, page] of Object.entries(pages)) {
    await writeFile(path.join(folder, `${name}.html`), gunzipSync(page.bytes));
    await writeFile(path.join(folder, `${name}.html.gz`), page.bytes);
    locations.push(location(name, page));
  }
  const port = await findAvailablePort();
  const conf = path.join(folder, 'nginx.conf');
  const log = path.join(folder, 'error.log');
  await writeFile(conf, nginxConf(folder, port, locations));
  const child = spawn('nginx', ['-p', folder, '-c', conf, '-e', log], { stdio: 'inherit' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReachable(url);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function location(name: string, { headers }: FetchedPage): string {
  const added = Object.entries(headers)
    .filter(([header]) => !ownHeaders.test(header))
    .map(([header, value]) => `add_header ${header} "${value.replaceAll('"', '\\"')}";`);
  return `location = /${name}.html { ${added.join(' ')} }`;
}

function nginxConf(folder: string, port: number, locations: string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // As root, nginx needs to know the user of its workers.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : '';
  return `
    daemon off; ${user} worker_processes 2; pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      types { text/html html; } charset utf-8;
      access_log off; sendfile on; tcp_nopush on; open_file_cache max=100; keepalive_requests 10000000;
      gzip_static on; gzip_vary on;
      server { listen 127.0.0.1:${port}; root ${folder}; ${locations.join('\n      ')} }
    }`;
}

async function waitUntilReachable(url: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const isReachable = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isReachable) return;
    await wait(POLL_MS);
  }
  throw new Error('nginx is not reachable');
}
