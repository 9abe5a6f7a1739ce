import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { fillPlaceholders } from './fill-placeholders.ts';
import { ProgrammeError, ProgrammeFormat, type Programme } from './programme-format.ts';
import { readYaml, type YamlSource } from './yaml-source.ts';

/** A file of the folder and its place in the programme. */
interface Part {
  source: YamlSource;
  /** Path of its content in the programme, such as ['concerts', 3]. */
  at: (string | number)[];
}

/** How many problems a message lists. */
const MAX_PROBLEMS = 20;

/**
 * Reads a programme from a folder (like db/demo) or from one YAML file with the same keys.
 * Throws a ProgrammeError that names file, line and field of every problem.
 */
export async function readProgramme(location: string): Promise<Programme> {
  const kind = await stat(location).catch((error: Error) => {
    throw new ProgrammeError(`${location} cannot be read: ${error.message}`, { cause: error });
  });
  const parts = kind.isDirectory()
    ? await readFolder(location)
    : [{ source: await readYaml(location, path.basename(location)), at: [] }];
  const result = ProgrammeFormat.safeParse(assemble(parts));
  if (!result.success) throw new ProgrammeError(explain(result.error, parts));
  return fillPlaceholders(result.data);
}

async function readFolder(folder: string): Promise<Part[]> {
  const oneFile = (file: string, key: string): Promise<Part> => part(folder, file, [key]);
  return Promise.all([
    oneFile('festival.yaml', 'festival'),
    oneFile('venues.yaml', 'venues'),
    oneFile('composers.yaml', 'composers'),
    oneFile('instruments.yaml', 'instruments'),
    oneFile('ticket-types.yaml', 'ticketTypes'),
    ...(await yamlFiles(folder, 'concerts')).map((file, index) =>
      part(folder, file, ['concerts', index]),
    ),
    ...(await yamlFiles(folder, 'legal')).map((file) =>
      part(folder, file, ['legal', path.parse(file).name]),
    ),
  ]);
}

async function part(folder: string, file: string, at: Part['at']): Promise<Part> {
  return { source: await readYaml(path.join(folder, file), file), at };
}

async function yamlFiles(folder: string, below: string): Promise<string[]> {
  const names = await readdir(path.join(folder, below)).catch(() => {
    throw new ProgrammeError(`${folder} has no folder “${below}”.`);
  });
  const files = names.filter((name) => !name.startsWith('.')).toSorted();
  const stems = new Map<string, string>();
  for (const name of files) {
    // a concert that is left out would be withdrawn
    if (!/\.ya?ml$/i.test(name))
      throw new ProgrammeError(`${below}/${name} is no .yaml file: rename or remove it.`);
    const stem = path.parse(name).name;
    const twin = stems.get(stem);
    if (twin !== undefined)
      throw new ProgrammeError(`${below} has both ${twin} and ${name}: remove one of them.`);
    stems.set(stem, name);
  }
  return files.map((name) => `${below}/${name}`);
}

/** Assembles the files into the structure of a single file. */
function assemble(parts: Part[]): unknown {
  if (parts.length === 1) return parts[0]?.source.content;
  const whole: Record<string, unknown> = {};
  const concerts: unknown[] = [];
  const legal: Record<string, unknown> = {};
  for (const { source, at } of parts) {
    const [key, below] = at;
    if (key === 'concerts') concerts.push(source.content);
    else if (key === 'legal') legal[String(below)] = source.content;
    else whole[String(key)] = source.content;
  }
  return { ...whole, concerts, legal };
}

function explain(error: z.ZodError, parts: Part[]): string {
  const lines = error.issues.slice(0, MAX_PROBLEMS).map((issue) => {
    const found = parts.find(({ at }) => at.every((key, index) => issue.path[index] === key));
    const inside = issue.path.slice(found?.at.length ?? 0);
    const place = found ? found.source.locate(inside) : issue.path.join('/');
    return `  ${place}  ${inside.length > 0 ? `${inside.join('.')}: ` : ''}${issue.message}`;
  });
  const more = error.issues.length - lines.length;
  if (more > 0) lines.push(`  … and ${more} more`);
  return `The programme cannot be used:\n${lines.join('\n')}`;
}
