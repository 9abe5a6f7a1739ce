import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { TableChecksum } from './backup-format.ts';
import { type CopiedTable, quote } from './list-tables.ts';

/** In bytes: what is in memory of a table at a time. */
const CHUNK_BYTES = 1024 * 1024;
const newline = '\n'.charCodeAt(0);

/** Everything on which the text of a value depends. */
const sessionSettings =
  `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';` +
  `set local bytea_output = 'hex'; set local extra_float_digits = 1; set local search_path = public;` +
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';

/** Call it first in a transaction that copies: its values have one form, and it may take its time. */
export async function prepareToCopy(client: PoolClient): Promise<void> {
  await client.query(sessionSettings);
}

/** Adds up what goes by; of text for COPY, in which each line is one row. */
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

/** A table's rows in chunks of about a megabyte. */
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

/** The checksum of a table as it is now. */
export async function checksumTable(
  client: PoolClient,
  table: CopiedTable,
): Promise<TableChecksum> {
  const checksum = createChecksum();
  for await (const chunk of copyOut(client, table)) checksum.add(chunk);
  return checksum.total();
}

/** Loads rows into a table (named as SQL names it). */
export async function copyIn(
  client: PoolClient,
  target: string,
  columns: string[],
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const sql = `copy ${target} (${columns.map(quote).join(', ')}) from stdin`;
  await pipeline(Readable.from(chunks, { objectMode: false }), client.query(copyFrom(sql)));
}
