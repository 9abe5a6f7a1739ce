import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { stringify } from 'yaml';
import type { ConcertDocument } from '#contract/office/concert-document.ts';
import { errorCode } from '../platform/errors.ts';
import { ProgrammeError, type FestivalContent, type ProgrammeConcert } from './programme-format.ts';

type Content = Record<string, unknown>;

/** The whole programme with the keys of docs/your-own-festival.md. */
interface WrittenProgramme {
  festival: Content;
  venues: Content;
  composers: Content;
  instruments: Content;
  ticketTypes: Content;
  concerts: (Content & { slug: string; start: string })[];
  legal: Content;
}

/**
 * Reads the programme as `load` reads it from files: loading it again changes nothing. Drafts and withdrawn concerts
 * say `published: false` (office.md 10).
 */
export async function exportProgramme(pool: Pool | PoolClient): Promise<WrittenProgramme> {
  const { rows } = await pool.query<{ content: FestivalContent }>('select content from festival');
  const [row] = rows;
  if (row === undefined) throw new ProgrammeError('The database has no festival yet.');
  const { legal, ...festival } = row.content;
  return {
    festival: {
      ...festival,
      ...(festival.look && { look: mapValues(festival.look, writePicture) }),
      pages: mapValues(festival.pages, writePage),
    },
    venues: await readList(
      pool,
      `select slug, json_build_object('name', json_build_object('de', name_de, 'en', name_en),
         'description', json_build_object('de', description_de, 'en', description_en),
         'accessibility', json_build_object('de', access_note_de, 'en', access_note_en),
         'street', street, 'postalCode', postal_code, 'city', city,
         'latitude', latitude, 'longitude', longitude) as entry from venue order by slug`,
    ),
    composers: await readList(
      pool,
      `select slug, json_strip_nulls(json_build_object('name', full_name, 'born', born, 'died', died)) as entry
       from composer order by slug`,
    ),
    instruments: await readList(
      pool,
      `select slug, json_build_object('de', name_de, 'en', name_en) as entry from instrument order by slug`,
    ),
    ticketTypes: await readList(
      pool,
      `select slug, json_strip_nulls(json_build_object('name', json_build_object('de', name_de, 'en', name_en),
         'note', case when note_de is not null then json_build_object('de', note_de, 'en', note_en) end)) as entry
       from ticket_type_template order by id`,
    ),
    concerts: (await listDocuments(pool)).map(writeConcert),
    legal: mapValues(legal, writeLegalPage),
  };
}

async function readList(pool: Pool | PoolClient, statement: string): Promise<Content> {
  const { rows } = await pool.query<{ slug: string; entry: Content }>(statement);
  return Object.fromEntries(rows.map(({ slug, entry }) => [slug, entry]));
}

/** Every concert as `load` reads it, the first one first; whether it is on sale is its row's. */
export async function listDocuments(pool: Pool | PoolClient): Promise<ProgrammeConcert[]> {
  const { rows } = await pool.query<{
    document: ConcertDocument;
    onSale: boolean;
    published: boolean;
  }>(
    `select w.document, c.onsale as "onSale", c.published_at is not null as published
     from concert c cross join lateral (
       select document from concert_version v where v.concert_id = c.id order by v.number desc limit 1
     ) w order by c.starts_at, c.id`,
  );
  return rows.map(({ document: { sale, ...document }, onSale, published }) => ({
    ...document,
    ...(sale && { sale: { ...sale, onSale } }),
    published,
  }));
}

/** A concert as somebody would write it: short forms where the format has them, and no defaults. */
function writeConcert({ musicians, pieces, sale, published, ...document }: ProgrammeConcert) {
  const { slug, title, subtitle, start, duration, venue, key, cover, ...rest } = document;
  return {
    slug,
    title,
    subtitle,
    start,
    duration,
    venue,
    key,
    ...withoutDefaults(rest),
    ...(cover && { cover: writePicture(cover) }),
    ...(!published && { published }),
    musicians: mapValues(musicians, ({ instrument, en }) =>
      en === undefined ? instrument : { instrument, en },
    ),
    pieces: pieces.map(({ movements, ...piece }) => ({
      ...withoutDefaults(piece),
      ...(movements.length > 0 && {
        movements: movements.map((each) => (each.lang === piece.lang ? each.title : each)),
      }),
    })),
    ...(sale && {
      sale: { onSale: sale.onSale, ...withoutDefaults({ ...sale, onSale: undefined }) },
    }),
  };
}

/** A picture's file as `writeProgramme` names it; anything else stays. */
const writePicture = <T>(part: T): T =>
  typeof part === 'object' && part !== null && 'file' in part
    ? { ...part, file: `covers/${String(part.file)}` }
    : part;

/** What the format adds again: false, 0, empty lists and groups. */
const withoutDefaults = (content: object): Content =>
  Object.fromEntries(
    Object.entries(content).filter(
      ([, value]: [string, unknown]) =>
        value !== undefined &&
        value !== false &&
        value !== 0 &&
        !(typeof value === 'object' && value !== null && Object.keys(value).length === 0),
    ),
  );

type Page = FestivalContent['pages']['home'];
type LegalPage = FestivalContent['legal']['terms'];

const writePage = ({ sections, ...page }: Page): Content => ({
  ...page,
  sections: sections.map(({ paragraphs, ...section }) => ({
    ...section,
    text: mapValues(paragraphs, joinParagraphs),
  })),
});

const writeLegalPage = ({ sections, ...page }: LegalPage): Content => ({
  ...page,
  sections: sections.map(({ paragraphs, en, ...section }) => ({
    ...section,
    text: joinParagraphs(paragraphs),
    ...(en && { en: { heading: en.heading, text: joinParagraphs(en.paragraphs) } }),
  })),
});

const joinParagraphs = (paragraphs: string[]): string => paragraphs.join('\n\n');

const mapValues = <T, R>(values: Record<string, T>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** The photographs of concerts and look in their widest JPEG, by file name. */
export async function readCoverFiles(pool: Pool): Promise<Map<string, Buffer>> {
  const { rows } = await pool.query<{ name: string; bytes: Buffer }>(
    `select i.name || '.jpg' as name, f.bytes
     from cover_image i join cover_image_file f on f.file = i.name || '-' || i.width || '.jpg'
     where i.name || '.jpg' in (select cover->>'file' from concert
       union select jsonb_path_query(content, '$.look.*.file') #>> '{}' from festival)`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/**
 * Writes the programme to a new file that ends in .yaml, or to a new folder like db/demo; photographs to the folder
 * `covers` there. Throws ProgrammeError when there is one already.
 */
export async function writeProgramme(
  location: string,
  { concerts, legal, ...lists }: WrittenProgramme,
  covers = new Map<string, Buffer>(),
): Promise<void> {
  if (/\.ya?ml$/i.test(location)) {
    await writeNew(location, { ...lists, concerts, legal });
    return await writeCovers(path.dirname(location), covers);
  }
  await mkdir(location, { recursive: true });
  if ((await readdir(location)).length > 0)
    throw new ProgrammeError(`${location} is not empty: name a new folder.`);
  await mkdir(path.join(location, 'concerts'));
  await mkdir(path.join(location, 'legal'));
  const { ticketTypes, ...others } = lists;
  const files: [string, unknown][] = [
    ...Object.entries({ ...others, 'ticket-types': ticketTypes }),
    ...concerts.map((each): [string, unknown] => [
      `concerts/${each.start.slice(5, 10)}-${each.slug}`,
      each,
    ]),
    ...Object.entries(legal).map(([page, each]): [string, unknown] => [`legal/${page}`, each]),
  ];
  for (const [name, content] of files) await writeNew(path.join(location, `${name}.yaml`), content);
  await writeCovers(location, covers);
}

/** The same name is the same photograph. */
async function writeCovers(folder: string, covers: Map<string, Buffer>): Promise<void> {
  if (covers.size > 0) await mkdir(path.join(folder, 'covers'), { recursive: true });
  for (const [name, bytes] of covers) await writeFile(path.join(folder, 'covers', name), bytes);
}

/** YAML as `load` reads it. */
export const toYaml = (content: unknown): string =>
  stringify(content, { lineWidth: 100, aliasDuplicateObjects: false });

async function writeNew(file: string, content: unknown): Promise<void> {
  await writeFile(file, toYaml(content), { flag: 'wx' }).catch((error: unknown) => {
    const reason = errorCode(error) === 'EEXIST' ? 'is already there' : 'cannot be written';
    throw new ProgrammeError(`${file} ${reason}: name another file.`, { cause: error });
  });
}
