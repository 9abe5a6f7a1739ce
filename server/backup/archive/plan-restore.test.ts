import { expect, test } from 'vitest';
import { planRestore } from './recover-archive.ts';
import {
  formatSegment,
  parseHistory,
  parseLsn,
  parseSegment,
  type Archive,
  type BaseBackup,
} from './read-archive.ts';

const MIB_BYTES = 1024 * 1024;
const segmentBytes = 4 * MIB_BYTES;

function base(name: string, timeline: number, first: number, last = first): BaseBackup {
  const [start, end] = [first * segmentBytes + 40, last * segmentBytes + 300];
  const endedAt = new Date(`2026-07-${name}T02:00:00Z`);
  return { name, folder: name, endedAt, wal: { timeline, start, end }, bytes: 0 };
}

function range(timeline: number, first: number, last: number): Archive['segments'] {
  return Array.from({ length: last - first + 1 }, (_, n) => ({ timeline, index: first + n }));
}

const archive = (parts: Partial<Archive>): Archive => ({
  directory: '/backup',
  systemId: '1',
  baseBackups: [base('01', 1, 2), base('02', 1, 10)],
  damaged: [],
  segments: range(1, 1, 20),
  segmentBytes,
  histories: new Map(),
  ...parts,
});

test('names of segments follow PostgreSQL, for every segment size', () => {
  expect(formatSegment({ timeline: 1, index: 1023 }, segmentBytes)).toBe(
    '0000000100000000000003FF',
  );
  expect(formatSegment({ timeline: 2, index: 1024 }, segmentBytes)).toBe(
    '000000020000000100000000',
  );
  expect(formatSegment({ timeline: 1, index: 256 }, 16 * MIB_BYTES)).toBe(
    '000000010000000100000000',
  );
  for (const index of [0, 255, 1023, 1024, 70_000]) {
    const name = formatSegment({ timeline: 10, index }, segmentBytes);
    expect(parseSegment(`${name}.00000028.backup.gz`, segmentBytes)).toEqual({
      timeline: 10,
      index,
    });
  }
  expect(parseSegment('00000002.history.gz', segmentBytes)).toBeNull();
  expect(parseLsn('1/2000028')).toBe(2 ** 32 + 0x2000028);
});

test('takes the newest base backup, or the newest one before a moment', () => {
  expect(planRestore(archive({})).base.name).toBe('02');
  expect(planRestore(archive({}), new Date('2026-07-01T20:00Z')).base.name).toBe('01');
  // the name of a base backup has no milliseconds
  expect(planRestore(archive({}), new Date('2026-07-01T01:59:59.5Z')).base.name).toBe('01');
  expect(planRestore(archive({}), new Date('2026-07-02T01:59:59.5Z')).base.name).toBe('01');
  expect(() => planRestore(archive({}), new Date('2026-06-30T20:00Z'))).toThrow(
    '/backup does not reach back to 2026-06-30T20:00:00.000Z; it does to 2026-07-01T02:00:00.000Z.',
  );
  expect(() => planRestore(archive({ baseBackups: [] }))).toThrow(/no complete base backup/);
});

test('a base backup whose own WAL has not arrived is not used', () => {
  const baseBackups = [base('01', 1, 2), base('02', 1, 20, 21)];
  expect(planRestore(archive({ baseBackups })).base.name).toBe('01');
});

test('a gap after the base backup is named; one before it does not matter', () => {
  const without = (index: number) => range(1, 1, 20).filter((segment) => segment.index !== index);
  expect(planRestore(archive({ segments: without(5) })).base.name).toBe('02');
  expect(() => planRestore(archive({ segments: without(13) }))).toThrow(
    'wal/00000001000000000000000D.gz is missing',
  );
  // PostgreSQL itself notices that it does not reach a moment after the gap
  const before = new Date('2026-07-03T12:00Z');
  expect(planRestore(archive({ segments: without(13) }), before).base.name).toBe('02');
});

test('follows the newest timeline, and ignores what its ancestors did after it branched off', () => {
  // a restore to segment 8: the shop continued on timeline 2, the first one had reached 20
  const history = parseHistory(2, `1\t0/${(8 * segmentBytes + 5000).toString(16)}\tbefore 2026\n`);
  const histories = new Map([[2, history]]);
  const segments = [...range(1, 1, 20), ...range(2, 8, 9)];
  expect(planRestore(archive({ histories, segments }))).toMatchObject({
    base: { name: '01' },
    timeline: 2,
  });
  const [later] = [base('04', 2, 9)];
  const baseBackups = [base('01', 1, 2), base('02', 1, 10), later];
  expect(planRestore(archive({ histories, segments, baseBackups })).base.name).toBe('04');
  // before the first segment of the new timeline arrives
  expect(planRestore(archive({ histories })).base.name).toBe('01');
  const gap = [...range(1, 1, 20), ...range(2, 9, 9)];
  expect(() => planRestore(archive({ histories, segments: gap }))).toThrow(
    'wal/000000020000000000000008.gz is missing',
  );
});
