import { open, readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { StartError, errorCode } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import {
  backupDirNames,
  baseBackupNames,
  inspectBackupDir,
  readShopFile,
  isManifestSigned,
  unsignedError,
} from './backup-dir.ts';

/** A complete base backup. */
export interface BaseBackup {
  /** When it ended, to the second: 2026-07-12T02-00-31Z. */
  name: string;
  folder: string;
  /** The end of that second: it had ended by then. */
  endedAt: Date;
  /** The WAL that makes it consistent. */
  wal: WalRange;
  /** Size of its files, unpacked. */
  bytes: number;
}

/** A folder of a base backup that lacks a file or has one that cannot be read. */
export interface DamagedBaseBackup {
  folder: string;
  endedAt: Date;
  /** Names the file and says what to do. */
  reason: string;
}

/** The content of BACKUP_DIR. */
export interface Archive {
  directory: string;
  systemId: string;
  /** Oldest first. */
  baseBackups: BaseBackup[];
  /** Never restored; they must not block the others. */
  damaged: DamagedBaseBackup[];
  segments: Segment[];
  segmentBytes: number;
  /** By timeline: its ancestors and itself. Timelines without a history file are missing. */
  histories: Map<number, TimelineStart[]>;
}

/** The part of PostgreSQL's manifest that we use. */
const Manifest = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.number(), Checksum: z.string().optional() })),
  'WAL-Ranges': z.array(
    z.object({ Timeline: z.number(), 'Start-LSN': z.string(), 'End-LSN': z.string() }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

/** Reads which base backups and segments BACKUP_DIR has. Throws StartError if it holds no archive. */
export async function readArchive(directory: string): Promise<Archive> {
  const state = inspectBackupDir(directory);
  if (state.kind !== 'archive') {
    throw new StartError(`${directory} holds no archive of a shop.`);
  }
  const wal = path.join(directory, backupDirNames.wal);
  const names = await listNames(wal);
  const segmentBytes = await readSegmentBytes(wal, names);
  const segments = names
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .map((name) => parseSegment(name, segmentBytes))
    .filter((segment) => segment !== null);
  return {
    directory,
    systemId: state.systemId,
    ...(await readBaseBackups(directory)),
    segments,
    segmentBytes,
    histories: await readHistories(wal, names),
  };
}

/** Throws StartError if a folder of the archive is missing or cannot be read. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    const what = errorCode(cause) === 'ENOENT' ? 'is missing' : `cannot be read (${String(cause)})`;
    throw new StartError(`The archive is not complete: ${folder} ${what}.`, { cause });
  }
}

const MIB_BYTES = 1024 ** 2;

/** The length of the first segment that has a possible one: a damaged one must not decide what is deleted. */
async function readSegmentBytes(wal: string, names: string[]): Promise<number> {
  for (const name of names.filter((each) => /^[0-9A-F]{24}\.gz$/.test(each))) {
    const bytes = await readUnpackedBytes(path.join(wal, name));
    if (bytes >= MIB_BYTES && Number.isInteger(Math.log2(bytes))) return bytes;
  }
  return 16 * MIB_BYTES;
}

/** The last four bytes of a gzip file say how long the content is. */
async function readUnpackedBytes(name: string): Promise<number> {
  const file = await open(name, 'r');
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, Math.max(0, size - 4));
    return buffer.readUInt32LE();
  } finally {
    await file.close();
  }
}

async function readBaseBackups(
  directory: string,
): Promise<Pick<Archive, 'baseBackups' | 'damaged'>> {
  const base = path.join(directory, backupDirNames.base);
  const baseBackups: BaseBackup[] = [];
  const damaged: DamagedBaseBackup[] = [];
  for (const name of (await listNames(base)).toSorted()) {
    const endedAt = parseBaseBackupName(name);
    if (endedAt === null) continue;
    const folder = path.join(base, name);
    try {
      baseBackups.push({ name, folder, endedAt, ...(await readBaseBackup(folder)) });
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      damaged.push({ folder, endedAt, reason: error.message });
    }
  }
  return { baseBackups, damaged };
}

/** Throws StartError if the folder lacks a file or has a damaged one. */
async function readBaseBackup(folder: string): Promise<Pick<BaseBackup, 'wal' | 'bytes'>> {
  const manifest = await readManifest(folder, null);
  await readShopFile(folder);
  const range = manifest['WAL-Ranges'].at(-1);
  const files = await stat(path.join(folder, baseBackupNames.files)).catch(() => null);
  if (range === undefined || files === null) {
    throw new StartError(`${folder} is not a complete base backup; delete it.`);
  }
  return {
    wal: {
      timeline: range.Timeline,
      start: parseLsn(range['Start-LSN']),
      end: parseLsn(range['End-LSN']),
    },
    bytes: manifest.Files.reduce((sum, file) => sum + file.Size, 0),
  };
}

/** Warns of damaged base backups, each once. */
export function createDamageReport(log: Logger): (damaged: DamagedBaseBackup[]) => void {
  const reported = new Set<string>();
  return (damaged) => {
    for (const { folder, reason } of damaged) {
      if (reported.has(folder)) continue;
      reported.add(folder);
      log.warn(`A base backup is damaged and not used: ${reason}`);
    }
  };
}

/**
 * Reads PostgreSQL's list of a base backup's files. Throws StartError if it is damaged.
 * @param appSecret must have signed it; null: it need not be signed
 */
export async function readManifest(folder: string, appSecret: string | null): Promise<Manifest> {
  const file = path.join(folder, baseBackupNames.manifest);
  let bytes: Buffer;
  let manifest: Manifest;
  try {
    bytes = await readFile(file);
    manifest = Manifest.parse(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new StartError(`${file} is missing or damaged; delete its folder.`, { cause });
  }
  if (appSecret === null || isManifestSigned(bytes, await readShopFile(folder), appSecret)) {
    return manifest;
  }
  throw unsignedError(file);
}

async function readHistories(wal: string, names: string[]): Promise<Archive['histories']> {
  const histories: Archive['histories'] = new Map();
  for (const name of names) {
    const timeline = /^([0-9A-F]{8})\.history\.gz$/.exec(name)?.[1];
    if (timeline === undefined) continue;
    const file = path.join(wal, name);
    const text = await promisify(gunzip)(await readFile(file)).catch((cause: unknown) => {
      throw new StartError(`${file} is damaged; without it, no later change can be restored.`, {
        cause,
      });
    });
    const id = Number.parseInt(timeline, 16);
    histories.set(id, parseHistory(id, text.toString()));
  }
  return histories;
}

const SECOND_MS = 1000;

/** The folder name of a base backup that ended then. */
export function formatBaseBackupName(endedAt: Date): string {
  return `${endedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** When a base backup of this name had ended, milliseconds included; null for other names. */
function parseBaseBackupName(name: string): Date | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/.exec(name);
  return match && new Date(Date.parse(`${match[1]}:${match[2]}:${match[3]}Z`) + SECOND_MS);
}

/** A stretch of the write-ahead log on one timeline; positions (LSN) in bytes from its beginning. */
interface WalRange {
  timeline: number;
  start: number;
  end: number;
}

/** A file of the write-ahead log: its timeline and its number on it. */
export interface Segment {
  timeline: number;
  index: number;
}

/** PostgreSQL numbers segments in two halves; the second one counts up to this many bytes. */
const LOG_BYTES = 2 ** 32;

/** Parses a position such as `0/2000028`. */
export function parseLsn(text: string): number {
  const [high = '', low = ''] = text.split('/');
  return Number.parseInt(high, 16) * LOG_BYTES + Number.parseInt(low, 16);
}

/** PostgreSQL's file name of a segment, such as `00000001000000000000002A`. */
export function formatSegment({ timeline, index }: Segment, segmentBytes: number): string {
  const perLog = LOG_BYTES / segmentBytes;
  return [timeline, Math.floor(index / perLog), index % perLog]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}

/** The segment that a file name starts with (`….backup` names one, too); null for other files. */
export function parseSegment(name: string, segmentBytes: number): Segment | null {
  const parts = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})/.exec(name)?.slice(1);
  if (parts === undefined) return null;
  const [timeline = 0, log = 0, low = 0] = parts.map((part) => Number.parseInt(part, 16));
  return { timeline, index: log * (LOG_BYTES / segmentBytes) + low };
}

/** Where a timeline starts; those before it in a list are its ancestors. */
export interface TimelineStart {
  timeline: number;
  start: number;
}

/** Reads a timeline's history file: its ancestors, oldest first, and the timeline itself. */
export function parseHistory(timeline: number, text: string): TimelineStart[] {
  const lineage: TimelineStart[] = [];
  let start = 0;
  for (const [, parent = '', end = ''] of text.matchAll(/^(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gm)) {
    lineage.push({ timeline: Number(parent), start });
    start = parseLsn(end);
  }
  return [...lineage, { timeline, start }];
}
