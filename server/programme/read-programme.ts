import { readdir, stat, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import type { Language } from '#contract/language.ts';
import { programmeRefusalTexts, toLoadMessage } from '#messages/programme-problems.ts';
import {
  ProgrammeError,
  ProgrammeFormat,
  refuseProgramme,
  type Programme,
} from './programme-format.ts';
import { LineCounter, isAlias, isNode, parseDocument, visit, type Document } from 'yaml';
import { findLineNotUtf8 } from '../platform/process/find-line-not-utf8.ts';
import { describeIssue, findProblemText, setNoBreakSpaces } from './text-format.ts';

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
  return toProgramme(parts);
}

/** Reads a programme from the bytes of one YAML file. Throws a ProgrammeError as `readProgramme` does. */
export const parseProgramme = (bytes: Buffer, name: string): Programme =>
  toProgramme([{ source: parseYaml(bytes, name), at: [] }]);

function toProgramme(parts: Part[]): Programme {
  const result = ProgrammeFormat.safeParse(inGermanAlone(assemble(parts)), {
    error: (issue) => toLoadMessage(describeIssue(issue)),
  });
  if (!result.success) {
    const explainIn = (language: Language) => (error: z.ZodError) =>
      explain(error, parts, language);
    throw refuseProgramme({ de: explainIn('de'), en: explainIn('en') }, result.error);
  }
  return fillPlaceholders(result.data);
}

/** A German site has the German text where an English one is left out. */
function inGermanAlone(programme: unknown): unknown {
  const read = programme as { festival?: { languages?: unknown } | null } | null;
  return Array.isArray(read?.festival?.languages) ? withGerman(programme) : programme;
}

function withGerman(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(withGerman);
  if (typeof content !== 'object' || content === null || content instanceof Date) return content;
  const { de, en = de, ...rest } = content as Record<string, unknown>;
  const parts = {
    ...rest,
    ...(de === undefined ? {} : { de }),
    ...(en === undefined ? {} : { en }),
  };
  return Object.fromEntries(Object.entries(parts).map(([key, value]) => [key, withGerman(value)]));
}

async function readFolder(folder: string): Promise<Part[]> {
  const oneFile = (file: string, key: string): Promise<Part> => part(folder, file, [key]);
  return Promise.all([
    oneFile('festival.yaml', 'festival').then((festival) => withLogo(folder, festival)),
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

/** Puts the drawing of `look.logo`, the name of a file, in its place. */
async function withLogo(folder: string, festival: Part): Promise<Part> {
  const { content } = festival.source;
  const { look } = (content ?? {}) as { look?: { logo?: unknown } | null };
  if (typeof look?.logo !== 'string' || !/^[\w-]+\.svg$/i.test(look.logo)) return festival;
  const { logo: name } = look as { logo: string };
  const text = await readFile(path.join(folder, name), 'utf8').catch((error: Error) => {
    throw new ProgrammeError(`${name} cannot be read: ${error.message}`, { cause: error });
  });
  const viewBox = /\bviewBox="([^"]*)"/.exec(text)?.[1];
  const paths = [...text.matchAll(/<path\b[^>]*?\sd="([^"]*)"/g)].map(([, d]) => d);
  const others =
    /<(?:image|text|rect|circle|ellipse|line|polyline|polygon|use|style|script)\b|\btransform=/;
  if (viewBox === undefined || paths.length === 0 || others.test(text)) {
    throw new ProgrammeError(
      `${name}: needs a viewBox and paths alone, without transformations ` +
        '(in Inkscape: Path, Object to Path, then Path, Combine).',
    );
  }
  const logo = { viewBox, path: paths.join('') };
  return {
    ...festival,
    source: { ...festival.source, content: { ...(content as object), look: { ...look, logo } } },
  };
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
    // a file with comments only
    else whole[String(key)] = source.content ?? {};
  }
  return { ...whole, concerts, legal };
}

function explain(error: z.ZodError, parts: Part[], language: Language): string {
  const lines = error.issues.slice(0, MAX_PROBLEMS).map((issue) => {
    const found = parts.find(({ at }) => at.every((key, index) => issue.path[index] === key));
    const inside = issue.path.slice(found?.at.length ?? 0);
    const place = found ? found.source.locate(inside) : issue.path.join('/');
    const text = findProblemText(issue) ?? describeIssue(issue);
    const message = language === 'de' ? text.de : issue.message;
    return `  ${place}  ${inside.length > 0 ? `${inside.join('.')}: ` : ''}${message}`;
  });
  const count = error.issues.length - lines.length;
  if (count > 0) lines.push(`  ${programmeRefusalTexts.more[language]({ count })}`);
  return `${programmeRefusalTexts.unusable[language]}\n${lines.join('\n')}`;
}

/** A YAML file's content, with the line of every part of it. */
export interface YamlSource {
  /** For messages. */
  name: string;
  content: unknown;
  /** 'file:line' of the deepest part of the path that exists. */
  locate(path: readonly PropertyKey[]): string;
}

/** Reads one YAML file. Throws ProgrammeError if it cannot be read or is not YAML. */
export async function readYaml(file: string, name: string): Promise<YamlSource> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new ProgrammeError(`${name} cannot be read: ${error.message}`, { cause: error });
  });
  return parseYaml(bytes, name);
}

function parseYaml(bytes: Buffer, name: string): YamlSource {
  const lineNotUtf8 = findLineNotUtf8(bytes);
  if (lineNotUtf8 !== null)
    throw refuseProgramme(programmeRefusalTexts.notUtf8, { place: `${name}:${lineNotUtf8}` });
  const lines = new LineCounter();
  const { document, content } = parse(bytes.toString('utf8'), name, lines);
  return {
    name,
    content,
    locate: (keys) => `${name}:${lineOf(document, lines, keys)}`,
  };
}

function parse(text: string, name: string, lineCounter: LineCounter) {
  let place = name;
  try {
    const document = parseDocument(text, { lineCounter });
    const [error] = document.errors;
    if (error) {
      place = `${name}:${lineCounter.linePos(error.pos[0]).line}`;
      throw error;
    }
    checkNodes(document, name, lineCounter);
    return { document, content: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown };
  } catch (error) {
    if (error instanceof ProgrammeError) throw error;
    // aliases that multiply, or nested too deeply, is thrown
    const reason = error instanceof Error ? error.message : String(error);
    throw refuseProgramme(programmeRefusalTexts.notYaml, { place, reason }, { cause: error });
  }
}

const MAX_ALIASES = 100;
const MAX_DEPTH = 50;

/** A file of ours needs no tags, which give values another type, and few aliases. */
function checkNodes(document: Document, name: string, lines: LineCounter): void {
  let count = 0;
  visit(document, (_key, node, above) => {
    if (!isNode(node)) return;
    const at = () => ({ place: `${name}:${lines.linePos(node.range?.[0] ?? 0).line}` });
    const { aliases, tag, tooDeep } = programmeRefusalTexts;
    if (above.length > 2 * MAX_DEPTH) throw refuseProgramme(tooDeep, at());
    if (isAlias(node)) count += 1;
    else if (node.tag !== undefined) throw refuseProgramme(tag, { ...at(), tag: node.tag });
    if (count > MAX_ALIASES) throw refuseProgramme(aliases, { ...at(), max: MAX_ALIASES });
  });
}

function lineOf(document: Document, lines: LineCounter, keys: readonly PropertyKey[]): number {
  for (let length = keys.length; length > 0; length--) {
    const node = document.getIn(keys.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

type Association = Programme['festival']['association'];
type LegalPages = Programme['legal'];

/**
 * Replaces {{association.…}} in the legal texts by the association's data, so that the files give an address once. A
 * paragraph about an optional number that the association does not have is left out. Throws ProgrammeError for an
 * unknown placeholder.
 */
export function fillPlaceholders(programme: Programme): Programme {
  const fields = fieldsOf(programme.festival.association);
  const fillAll = (texts: string[], file: string): string[] =>
    texts.filter((text) => !namesMissing(text, fields)).map((text) => fillText(text, fields, file));
  const fill = (page: LegalPages['terms'], file: string): LegalPages['terms'] => ({
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      paragraphs: fillAll(section.paragraphs, file),
      ...(section.en && {
        en: { ...section.en, paragraphs: fillAll(section.en.paragraphs, file) },
      }),
    })),
  });
  const { imprint, terms, privacy, accessibility } = programme.legal;
  return {
    ...programme,
    legal: {
      imprint: fill(imprint, 'imprint'),
      terms: fill(terms, 'terms'),
      privacy: fill(privacy, 'privacy'),
      accessibility: fill(accessibility, 'accessibility'),
    },
  };
}

const optionalFields = ['vatId', 'businessId'];

const namesMissing = (text: string, fields: Map<string, string>): boolean =>
  optionalFields.some((name) => !fields.has(name) && text.includes(`{{association.${name}}}`));

function fieldsOf(association: Association): Map<string, string> {
  const { representatives, donations: _donations, ...fields } = association;
  return new Map([
    ...Object.entries(fields),
    ['representatives', representatives.map(({ name, role }) => `${name} (${role})`).join(', ')],
    ['firstRepresentative', representatives[0]?.name ?? ''],
  ]);
}

function fillText(text: string, fields: Map<string, string>, file: string): string {
  return text.replace(/\{\{\s*(.*?)\s*\}\}/g, (whole, name: string) => {
    const value = fields.get(name.replace(/^association\./, ''));
    if (value === undefined || !name.startsWith('association.'))
      throw refuseProgramme(programmeRefusalTexts.placeholder, {
        place: `legal/${file}`,
        name: whole,
      });
    return setNoBreakSpaces(value);
  });
}

/** Ticket types of 0 EUR that one order may take without limit, as 'concert: type'. */
export function listUnlimitedFree({ concerts }: Programme): string[] {
  return concerts.flatMap(({ slug, sale }) =>
    Object.entries(sale?.prices ?? {})
      .filter(([type, price]) => {
        const isLimited = [sale?.maxOfType, sale?.quotas, sale?.onlyWith].some(
          (limits) => limits !== undefined && type in limits,
        );
        return price === 0 && !isLimited;
      })
      .map(([type]) => `${slug}: ${type}`),
  );
}
