import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { coverProblemTexts } from '#messages/office/concerts.ts';
import { programmeRefusalTexts } from '#messages/programme-problems.ts';
import { encodeCoverImage, type EncodedImage } from '../cover-images/encode-cover-image.ts';
import { ProgrammeError, refuseProgramme, type Programme } from './programme-format.ts';

/** A programme whose covers name stored images, or these, which have still to be stored. */
interface ProgrammeWithCovers {
  programme: Programme;
  images: EncodedImage[];
}

/**
 * Reads the photographs that a programme's concerts and its look name, from its folder or the one of its file. A file that has the
 * name of a stored image, as `export` writes it, is that image; without a folder (null), there are no others. Throws ProgrammeError for what is no photograph.
 */
export async function readCovers(
  pool: Pool,
  location: string | null,
  programme: Programme,
): Promise<ProgrammeWithCovers> {
  const folder =
    location !== null && /\.ya?ml$/i.test(location) ? path.dirname(location) : location;
  const { rows } = await pool.query<{ name: string }>('select name from cover_image');
  const stored = new Set(rows.map(({ name }) => name));
  const images: EncodedImage[] = [];
  async function read<Picture extends { file: string }>(
    picture: Picture,
    place: string,
    refusal: typeof programmeRefusalTexts.noCover,
  ): Promise<Picture> {
    const { file } = picture;
    let { name } = path.parse(file);
    if (!stored.has(name)) {
      if (folder === null) throw refuseProgramme(refusal, { slug: place, file });
      const bytes = await readPicture(folder, file, place);
      name = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      if (!stored.has(name)) images.push(await encode(bytes, `${place}: ${file}`));
      stored.add(name);
    }
    return { ...picture, file: `${name}.jpg` };
  }
  const concerts: Programme['concerts'] = [];
  for (const { cover, ...concert } of programme.concerts) {
    const { noCover } = programmeRefusalTexts;
    concerts.push(
      cover ? { ...concert, cover: await read(cover, concert.slug, noCover) } : concert,
    );
  }
  const look = { ...programme.festival.look };
  for (const place of ['home', 'sitePlan'] as const) {
    const picture = look[place];
    if (typeof picture !== 'object') continue;
    const own = await read(picture, `look.${place}`, programmeRefusalTexts.noPicture);
    Object.assign(look, { [place]: own });
  }
  const festival = { ...programme.festival, ...(programme.festival.look && { look }) };
  return { programme: { ...programme, festival, concerts }, images };
}

async function readPicture(folder: string, file: string, place: string): Promise<Buffer> {
  const isInside = !path.isAbsolute(file) && !path.normalize(file).startsWith('..');
  const bytes = isInside ? await readFile(path.join(folder, file)).catch(() => null) : null;
  if (bytes === null) throw new ProgrammeError(`${place}: ${file} cannot be read in ${folder}.`);
  return bytes;
}

async function encode(bytes: Buffer, place: string): Promise<EncodedImage> {
  const image = await encodeCoverImage(bytes);
  if (typeof image !== 'string') return image;
  throw new ProgrammeError(`${place}: ${coverProblemTexts[image].en}`);
}
