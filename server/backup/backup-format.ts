import { z } from 'zod';

/** Of the file's layout; raised when older programs could not read it any more. */
export const FORMAT_VERSION = 1;

/** Names of the entries in the archive. The head comes first, the manifest last. */
export const entryNames = {
  head: 'backup.json',
  secret: 'app-secret',
  manifest: 'manifest.json',
} as const;

/** What has to be known before anything is loaded. */
export const BackupHead = z.object({
  format: z.number(),
  /** Version of the program, of package.json. */
  program: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** In the order in which they can be loaded. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** By which a secret can be recognised without being told (secret-fingerprint.ts). */
  secretPrint: z.string(),
});
export type BackupHead = z.infer<typeof BackupHead>;

/** What a table's entries must add up to. */
export const TableChecksum = z.object({ rows: z.number(), sha256: z.string() });
export type TableChecksum = z.infer<typeof TableChecksum>;

/** Written when everything else is: a file without it is not whole. */
export const BackupManifest = z.object({
  tables: z.record(z.string(), TableChecksum),
  /** The last number each table's identity column has given out. */
  lastIds: z.array(z.object({ table: z.string(), column: z.string(), last: z.number() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

const pattern = /^tables\/([a-z_]+)\.\d+\.copy$/;

/** Name of the n-th piece of a table. */
export function chunkName(table: string, n: number): string {
  return `tables/${table}.${String(n).padStart(6, '0')}.copy`;
}

/** The table an entry belongs to; null for the others. */
export function tableOfChunk(name: string): string | null {
  return pattern.exec(name)?.[1] ?? null;
}
