import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConcertTickets } from '#test/buyer.ts';
import type { BenchShop } from '../start-bench-shop.ts';

/**
 * How many holds with orders a second PostgreSQL executes as plain SQL, measured by pgbench; null if
 * pgbench is not installed.
 */
export function measurePlainSql(
  { socket }: BenchShop,
  { productId }: ConcertTickets,
): number | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'rush-'));
  const file = path.join(folder, 'hold.sql');
  writeFileSync(
    file,
    `update stock set held = held + 1 where product_id = ${productId} and sold + held + 1 <= quantity;
     begin;
     update stock set held = held - 1, sold = sold + 1 where product_id = ${productId};
     insert into payment_event (id, type) values (gen_random_uuid()::text, 'bench');
     commit;\n`,
  );
  const options = ['-h', socket, '-U', 'app', '-n', '-c', '32', '-j', '2', '-T', '5', '-f', file];
  const run = spawnSync('pgbench', [...options, 'postgres'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const tps = /tps = ([\d.]+)/.exec(run.stdout ?? '')?.[1];
  return tps === undefined ? null : Number(tps);
}
