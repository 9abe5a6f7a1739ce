import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findAvailablePort } from './find-available-port.ts';

const deployed = path.join(import.meta.dirname, '../deploy/Caddyfile');

/** Starts Caddy as a load balancer in front of these ports, with deploy/Caddyfile, but without TLS. */
export async function startCaddy(
  folder: string,
  ports: number[],
): Promise<{ url: string; stop: () => Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const caddyfile = path.join(folder, 'Caddyfile');
  // each buyer has an address of their own, which only X-Forwarded-For can carry here
  const trusting = /(reverse_proxy .* \{\n)/;
  const text = (await readFile(deployed, 'utf8')).replace(
    trusting,
    '$1trusted_proxies 127.0.0.1/32\n',
  );
  await writeFile(caddyfile, text);
  const url = `http://127.0.0.1:${await findAvailablePort()}`;
  const child = spawn('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${await findAvailablePort()}`,
      DOMAIN: url,
      UPSTREAM: ports.map((port) => `127.0.0.1:${port}`).join(' '),
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
