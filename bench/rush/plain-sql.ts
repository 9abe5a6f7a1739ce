import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HotTicket } from '../purchase.ts';
import type { ShopProcess } from '../shop-process.ts';

/**
 * What PostgreSQL itself can do a second: a hold, and what an order changes, by pgbench. null where that is
 * not installed.
 */
export function plainSql({ socket }: ShopProcess, { productId }: HotTicket): number | null {
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
