import { cp, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { ProgrammeError, type Programme } from './programme-format.ts';
import { readProgramme } from './read-programme.ts';

const database = path.join(import.meta.dirname, '../../db');

/**
 * Writes a small programme to start from: the texts of db/new-festival with the demonstration's legal texts. Throws
 * ProgrammeError if the folder has files already.
 */
export async function writeNewFestival(folder: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  if (files.length > 0) throw new ProgrammeError(`${folder} has files already.`);
  await mkdir(folder, { recursive: true });
  await cp(path.join(database, 'new-festival'), folder, { recursive: true });
  await cp(path.join(database, 'demo/legal'), path.join(folder, 'legal'), { recursive: true });
}

/** Values that are the same for many festivals. */
const COMMON =
  /^taxNotes|(?:^|\.)(?:name|country|role|heading|title)\b|\.(?:programme-change|admission|box-office)\./;

/** Where festival.yaml still has the demonstration's values, such as 'association.taxId'; none in the demonstration. */
export async function listDemoValues({ festival }: Pick<Programme, 'festival'>): Promise<string[]> {
  const { festival: demo } = await readProgramme(path.join(database, 'demo'));
  if (festival.name === demo.name) return [];
  const values = new Map(listTexts(demo));
  return listTexts(festival)
    .filter(([place, text]) => values.get(place) === text && !COMMON.test(place))
    .map(([place]) => place);
}

/** Each text with its place; parts of a list by their name, if they have one. */
function listTexts(part: unknown, place = ''): [place: string, text: string][] {
  if (typeof part === 'string') return [[place, part]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const name = Array.isArray(part) ? ((value as { name?: string }).name ?? key) : key;
    return listTexts(value, place === '' ? name : `${place}.${name}`);
  });
}
