import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { TableChecksum } from './backup-format.ts';
import { type CopiedTable, quote } from './list-tables.ts';

/** How much of a table is in memory at once. */
const CHUNK_BYTES = 1024 * 1024;
const newline = '\n'.charCodeAt(0);

/** All settings on which the text of a value depends, and no time limits. */
const sessionSettings =
  `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';` +
  `set local bytea_output = 'hex'; set local extra_float_digits = 1; set local search_path = public;` +
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';

/** Call it first in a transaction that copies: values get one text format, timeouts are off. */
export async function prepareToCopy(client: PoolClient): Promise<void> {
  await client.query(sessionSettings);
}

/** Counts and hashes rows in the text format of COPY, where each line is one row. */
export function createChecksum(): { add(bytes: Buffer): void; total(): TableChecksum } {
  const hash: Hash = createHash('sha256');
  let rows = 0;
  return {
    add(bytes) {
      hash.update(bytes);
      for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) rows++;
    },
    total: () => ({ rows, sha256: hash.digest('hex') }),
  };
}

/** Yields a table's rows in chunks of about a megabyte. */
export async function* copyOut(client: PoolClient, table: CopiedTable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  const chunks: AsyncIterable<Buffer> = client.query(copyTo(`copy (${table.select}) to stdout`));
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < CHUNK_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Computes the checksum of a table as it is now. */
export async function checksumTable(
  client: PoolClient,
  table: CopiedTable,
): Promise<TableChecksum> {
  const checksum = createChecksum();
  for await (const chunk of copyOut(client, table)) checksum.add(chunk);
  return checksum.total();
}

/** Loads rows into a table. `target` is its quoted SQL name. */
export async function copyIn(
  client: PoolClient,
  target: string,
  columns: string[],
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const sql = `copy ${target} (${columns.map(quote).join(', ')}) from stdin`;
  await pipeline(Readable.from(chunks, { objectMode: false }), client.query(copyFrom(sql)));
}
