import { z } from 'zod';

/** Version of the file's layout. Raise it when older programs could no longer read the file. */
export const FORMAT_VERSION = 1;

/** Names of the entries in the archive. The head comes first, the manifest last. */
export const entryNames = {
  head: 'backup.json',
  secret: 'app-secret',
  manifest: 'manifest.json',
} as const;

/** Everything that a restore needs before it loads a row. */
export const BackupHead = z.object({
  format: z.number(),
  /** Version of the program, of package.json. */
  program: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** In loading order: referenced tables first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Recognises the secret without revealing it (secret-fingerprint.ts). */
  secretPrint: z.string(),
});
export type BackupHead = z.infer<typeof BackupHead>;

/** Rows and hash of all chunks of a table. */
export const TableChecksum = z.object({ rows: z.number(), sha256: z.string() });
export type TableChecksum = z.infer<typeof TableChecksum>;

/** The last entry: a file without it is incomplete. */
export const BackupManifest = z.object({
  tables: z.record(z.string(), TableChecksum),
  /** The last value of each identity column. */
  lastIds: z.array(z.object({ table: z.string(), column: z.string(), last: z.number() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

const pattern = /^tables\/([a-z_]+)\.\d+\.copy$/;

/** Name of the n-th chunk of a table. */
export function chunkName(table: string, n: number): string {
  return `tables/${table}.${String(n).padStart(6, '0')}.copy`;
}

/** The table an entry belongs to; null for the others. */
export function tableOfChunk(name: string): string | null {
  return pattern.exec(name)?.[1] ?? null;
}
