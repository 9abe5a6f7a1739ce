import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { demoFolder, loadProgramme } from './load-programme.ts';
import { exportProgramme, writeProgramme } from './export-programme.ts';
import { readProgramme } from './read-programme.ts';

async function openDemo() {
  const { databases, drop } = await openTestDatabase('demo');
  const folder = await mkdtemp(path.join(tmpdir(), 'festival-export-'));
  onTestFinished(async () => {
    await drop();
    await rm(folder, { recursive: true });
  });
  return { pool: databases.pool, folder };
}

test.each(['programme.yaml', 'programme'])(
  'an export to %s is the same programme',
  async (name) => {
    const { pool, folder } = await openDemo();
    const location = path.join(folder, name);
    await writeProgramme(location, await exportProgramme(pool));
    const read = await readProgramme(location);
    const demo = await readProgramme(demoFolder);
    const byStart = (programme: typeof demo) =>
      programme.concerts.toSorted((a, b) => a.start.localeCompare(b.start));
    expect({ ...read, concerts: byStart(read) }).toEqual({ ...demo, concerts: byStart(demo) });
    expect(await loadProgramme(pool, read)).toMatchObject({ rows: 0, changed: [], left: [] });
    await expect(writeProgramme(location, await exportProgramme(pool))).rejects.toThrow(
      /is already there|is not empty/,
    );
  },
);

test('a concert that is not published stays so, and keeps that its sale has ended', async () => {
  const { pool, folder } = await openDemo();
  await pool.query(
    `update concert set published_at = null, onsale = false where slug = 'goldberg'`,
  );
  const location = path.join(folder, 'programme.yaml');
  await writeProgramme(location, await exportProgramme(pool));
  const read = await readProgramme(location);
  const goldberg = read.concerts.find(({ slug }) => slug === 'goldberg');
  expect(goldberg).toMatchObject({ published: false, sale: { onSale: false } });
  const changes = await loadProgramme(pool, read, { isDryRun: true });
  expect(changes).toMatchObject({ appeared: [], left: [] });
});

test('a dry run says what would change, and changes nothing', async () => {
  const { pool } = await openDemo();
  const demo = await readProgramme(demoFolder);
  const concerts = demo.concerts
    .filter(({ slug }) => slug !== 'jupiter')
    .map((concert) => (concert.slug === 'goldberg' ? { ...concert, duration: 99 } : concert));
  const programme = { ...demo, concerts };
  const changes = await loadProgramme(pool, programme, { isDryRun: true });
  expect(changes).toMatchObject({ changed: ['goldberg'], left: ['jupiter'] });
  expect(await loadProgramme(pool, demo)).toMatchObject({ rows: 0 });
});

test('past concerts stay, withdrawn, when the festival has its next days', async () => {
  const { pool, folder } = await openDemo();
  const demo = await readProgramme(demoFolder);
  const festival = { ...demo.festival, startDate: '2027-08-06', endDate: '2027-08-29', gaps: [] };
  const { left } = await loadProgramme(pool, { ...demo, festival, concerts: [] });
  expect(left).toHaveLength(demo.concerts.length);
  const location = path.join(folder, 'programme.yaml');
  await writeProgramme(location, await exportProgramme(pool));
  const read = await readProgramme(location);
  expect(read.concerts).toHaveLength(demo.concerts.length);
  expect(await loadProgramme(pool, read)).toMatchObject({ appeared: [], left: [] });
});
