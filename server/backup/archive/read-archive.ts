import { open, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { backupDirNames, inspectBackupDir } from './backup-dir.ts';
import { StartError } from '../../platform/errors.ts';
import {
  parseHistory,
  parseLsn,
  parseSegment,
  type Segment,
  type TimelineStart,
  type WalRange,
} from './wal-segments.ts';

/** Names in the folder of a base backup. PostgreSQL writes the first two. */
export const baseBackupNames = {
  files: 'base.tar.gz',
  manifest: 'backup_manifest',
  shop: 'shop.json',
} as const;

/** A complete base backup. */
export interface BaseBackup {
  /** When it ended, as its folder is named: 2026-07-12T02-00-31Z. */
  name: string;
  folder: string;
  endedAt: Date;
  /** The WAL without which it is not consistent. */
  wal: WalRange;
  /** Of its files, unpacked. */
  bytes: number;
}

/** The content of BACKUP_DIR. */
export interface Archive {
  directory: string;
  systemId: string;
  /** Oldest first. */
  baseBackups: BaseBackup[];
  segments: Segment[];
  segmentBytes: number;
  /** By timeline: its ancestors and itself. Timelines without a history file are missing. */
  histories: Map<number, TimelineStart[]>;
}

/** The part of PostgreSQL's manifest that we use. */
export const Manifest = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.number(), Checksum: z.string().optional() })),
  'WAL-Ranges': z.array(
    z.object({ Timeline: z.number(), 'Start-LSN': z.string(), 'End-LSN': z.string() }),
  ),
});

/** Reads which base backups and segments BACKUP_DIR has. Throws StartError if it holds no archive. */
export async function readArchive(directory: string): Promise<Archive> {
  const state = inspectBackupDir(directory);
  if (state.kind !== 'archive') {
    throw new StartError(`${directory} holds no archive of a shop.`);
  }
  const wal = path.join(directory, backupDirNames.wal);
  const names = await readdir(wal);
  const segmentBytes = await readSegmentBytes(wal, names);
  const segments = names
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .map((name) => parseSegment(name, segmentBytes))
    .filter((segment) => segment !== null);
  return {
    directory,
    systemId: state.systemId,
    baseBackups: await readBaseBackups(directory),
    segments,
    segmentBytes,
    histories: await readHistories(wal, names),
  };
}

/** The last four bytes of a gzip file say how long the content is. */
async function readSegmentBytes(wal: string, names: string[]): Promise<number> {
  const first = names.find((name) => /^[0-9A-F]{24}\.gz$/.test(name));
  if (first === undefined) return 16 * 1024 * 1024;
  const file = await open(path.join(wal, first), 'r');
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, Math.max(0, size - 4));
    return buffer.readUInt32LE();
  } finally {
    await file.close();
  }
}

async function readBaseBackups(directory: string): Promise<BaseBackup[]> {
  const base = path.join(directory, backupDirNames.base);
  const found: BaseBackup[] = [];
  for (const name of (await readdir(base)).toSorted()) {
    const endedAt = parseBaseBackupName(name);
    if (endedAt === null) continue;
    const folder = path.join(base, name);
    const manifest = await readManifest(folder);
    const range = manifest['WAL-Ranges'].at(-1);
    if (range === undefined) continue;
    found.push({
      name,
      folder,
      endedAt,
      wal: {
        timeline: range.Timeline,
        start: parseLsn(range['Start-LSN']),
        end: parseLsn(range['End-LSN']),
      },
      bytes: manifest.Files.reduce((sum, file) => sum + file.Size, 0),
    });
  }
  return found;
}

/** Reads PostgreSQL's list of a base backup's files. Throws StartError if it is damaged. */
export async function readManifest(folder: string): Promise<z.infer<typeof Manifest>> {
  const file = path.join(folder, baseBackupNames.manifest);
  try {
    return Manifest.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new StartError(`${file} is missing or damaged; delete its folder.`, { cause });
  }
}

async function readHistories(wal: string, names: string[]): Promise<Archive['histories']> {
  const histories: Archive['histories'] = new Map();
  for (const name of names) {
    const timeline = /^([0-9A-F]{8})\.history\.gz$/.exec(name)?.[1];
    if (timeline === undefined) continue;
    const text = await promisify(gunzip)(await readFile(path.join(wal, name)));
    const id = Number.parseInt(timeline, 16);
    histories.set(id, parseHistory(id, text.toString()));
  }
  return histories;
}

/** The folder name of a base backup that ended then. */
export function formatBaseBackupName(endedAt: Date): string {
  return `${endedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

function parseBaseBackupName(name: string): Date | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/.exec(name);
  return match && new Date(`${match[1]}:${match[2]}:${match[3]}Z`);
}
