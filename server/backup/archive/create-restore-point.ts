import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { backupDirNames } from './backup-dir.ts';
import { StartError, errorCode } from '../../platform/errors.ts';
import type { TableChecksum } from '../backup-format.ts';
import {
  checksumTable,
  prepareToCopy,
  JOBS,
  listTables,
  quote,
  type CopiedTable,
} from '../copy-rows.ts';
import { parseLsn } from './read-archive.ts';

/** A named moment of a running shop, and its tables at that moment. */
export interface RestorePoint {
  name: string;
  /** Its position in the log, in bytes. */
  position: number;
  tables: Record<string, TableChecksum>;
}

/**
 * Shorter than deadlock_timeout, so that it is always the verification that gives up; and so short that no buyer
 * notices.
 */
const LOCK_TIMEOUT_MS = 200;
const MAX_LOCK_ATTEMPTS = 30;
const RETRY_MS = 1_000;
const ARCHIVED_TIMEOUT_MS = 60_000;

/**
 * Writes a restore point into the log of a running shop and computes the checksums of all tables as of that moment:
 * writers wait for a few milliseconds while it is written and the snapshot is taken. Resolves when it is in the
 * archive. Throws StartError if the shop is too busy or the archive does not work.
 */
export async function createRestorePoint(live: Pool, directory: string): Promise<RestorePoint> {
  const reader = await live.connect();
  const client = await live.connect();
  try {
    await reader.query('begin isolation level repeatable read read only');
    await prepareToCopy(reader);
    const tables = (await listTables(client)).filter(({ name }) => name !== JOBS);
    const { name, position, segment } = await writeRestorePoint(client, reader, tables);
    const checksums: RestorePoint['tables'] = {};
    for (const table of tables) checksums[table.name] = await checksumTable(reader, table);
    await reader.query('commit');
    await waitUntilArchived(live, path.join(directory, backupDirNames.wal, `${segment}.gz`));
    return { name, position, tables: checksums };
  } finally {
    // destroyed, because their settings are changed
    reader.release(true);
    client.release(true);
  }
}

async function writeRestorePoint(
  client: PoolClient,
  reader: PoolClient,
  tables: CopiedTable[],
): Promise<{ name: string; position: number; segment: string }> {
  const name = `verify-${randomUUID()}`;
  const locked = tables.map((table) => `public.${quote(table.name)}`).join(', ');
  for (let attempt = 0; attempt < MAX_LOCK_ATTEMPTS; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query(`lock table ${locked} in share mode`);
      // no writer is in a transaction: the snapshot sees exactly what the log has before the restore point
      await reader.query('select pg_current_snapshot()');
      const { rows } = await client.query<{ lsn: string; segment: string }>(
        'select lsn, pg_walfile_name(lsn) as segment from pg_create_restore_point($1) as lsn',
        [name],
      );
      await client.query('commit');
      const { lsn = '', segment = '' } = rows[0] ?? {};
      return { name, position: parseLsn(lsn), segment };
    } catch (error) {
      await client.query('rollback');
      if (errorCode(error) !== '55P03') throw error;
      await wait(RETRY_MS);
    }
  }
  throw new StartError('The shop is too busy for a comparison; verify the archive again later.');
}

async function waitUntilArchived(live: Pool, file: string): Promise<void> {
  await live.query('select pg_switch_wal()');
  const end = performance.now() + ARCHIVED_TIMEOUT_MS;
  while (!existsSync(file)) {
    if (performance.now() > end) {
      throw new StartError(`${file} does not appear: the archive does not work at the moment.`);
    }
    await wait(100);
  }
}
