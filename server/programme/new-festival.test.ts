import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDemoValues, writeNewFestival } from './new-festival.ts';
import { readProgramme } from './read-programme.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'new-festival-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a new festival can be loaded, and has nothing of the demonstration', async () => {
  await writeNewFestival(folder);
  const programme = await readProgramme(folder);
  expect(programme.concerts.map(({ slug }) => slug)).toEqual(['opening', 'matinee']);
  expect(await listDemoValues(programme)).toEqual([]);
  expect(JSON.stringify(programme)).not.toMatch(/marienfirn|firnach/i);
});

test('a logo that is more than paths in one colour is refused', async () => {
  const logo = path.join(folder, 'logo.svg');
  const good = await readFile(logo, 'utf8');
  await writeFile(logo, good.replace('<path', '<script>alert(1)</script><path'));
  await expect(readProgramme(folder)).rejects.toThrow('logo.svg: needs a viewBox and paths alone');
  await writeFile(logo, good.replace('M3 22', 'M3 22&lt;script&gt;'));
  await expect(readProgramme(folder)).rejects.toThrow('is not the path of an SVG file');
  await writeFile(logo, good);
});

test('a folder with files is left as it is', async () => {
  await expect(writeNewFestival(folder)).rejects.toThrow(`${folder} has files already.`);
});

test('what is still the demonstration’s is named by its place', async () => {
  const file = path.join(folder, 'festival.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace('VR 1234', 'VR 0815').replace('Eine Woche Musik.', 'Wo die Berge zuhören.'),
  );
  expect(await listDemoValues(await readProgramme(folder))).toEqual([
    'tagline.de',
    'association.registerNumber',
  ]);
});
