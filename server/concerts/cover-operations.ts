import { z } from 'zod';
import { adminAndEditor } from '#contract/office/staff.ts';
import { coverProblemTexts } from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { toText } from '#contract/typed-text.ts';
import { encodeCoverImage, type EncodedImage } from '../cover-images/encode-cover-image.ts';
import { storeCoverImage } from '../cover-images/store-cover-image.ts';
import { defineChange, type ChangeContext } from '../operations/define.ts';
import { rowId, text } from '../operations/entries.ts';
import { invalidField } from '../platform/problem.ts';
import { CoverFormat } from '../programme/concert-format.ts';
import { listChanges } from '../programme/concert-versions.ts';
import { checkVersion, openedVersion } from './change-concert.ts';
import { saveVersion } from './concert-operations.ts';
import { lockConcert, readChoices, type StoredConcert } from './stored-concert.ts';

const MAX_CREDIT_LENGTH = 200;
const MAX_ALT_LENGTH = 500;

/** Gives a concert a photograph with its credit and alternative text; without a file, it keeps its own. */
const uploadPicture = defineChange({
  may: adminAndEditor,
  input: z.object({
    id: rowId(),
    version: openedVersion(),
    cover: z.instanceof(File).optional(),
    cover_credit_de: text(MAX_CREDIT_LENGTH),
    cover_credit_en: text(MAX_CREDIT_LENGTH),
    cover_alt_de: text(MAX_ALT_LENGTH, toText),
    cover_alt_en: text(MAX_ALT_LENGTH, toText),
  }),
  async prepare(_context, { cover }): Promise<EncodedImage | null> {
    if (cover === undefined || cover.size === 0) return null;
    const encoded = await encodeCoverImage(new Uint8Array(await cover.arrayBuffer()));
    if (typeof encoded === 'string') throw invalidField('cover', coverProblemTexts[encoded]);
    return encoded;
  },
  async run(context, input, image) {
    const stored = await lockConcert(context.client, input.id);
    if (image !== null) await storeCoverImage(context.client, image);
    const file = image === null ? stored.version.document.cover?.file : `${image.name}.jpg`;
    if (file === undefined) throw invalidField('cover', formTexts.missing);
    const cover = {
      file,
      credit: { de: input.cover_credit_de, en: input.cover_credit_en },
      alt: { de: input.cover_alt_de, en: input.cover_alt_en },
    };
    return await saveCover(context, stored, CoverFormat.parse(cover), input.version);
  },
});

/** Gives a concert its drawn plate again. */
const removePicture = defineChange({
  may: adminAndEditor,
  input: z.object({ id: rowId() }),
  async run(context, { id }) {
    const stored = await lockConcert(context.client, id);
    return await saveCover(context, stored, undefined);
  },
});

type Cover = StoredConcert['version']['document']['cover'];

/** `opened` is the version that the form was opened with; '' replaces any. */
async function saveCover(context: ChangeContext, stored: StoredConcert, cover: Cover, opened = '') {
  const { document: before, number } = stored.version;
  const { cover: _, ...others } = before;
  const document = cover === undefined ? others : { ...others, cover };
  const changes = listChanges(before, document);
  if (changes.length === 0) {
    return { output: { id: stored.id, version: number, isUnchanged: true }, audit: [] };
  }
  const choices = await readChoices(context.client);
  // the page shows the picture that is stored now
  const typed = changes.filter(({ field }) => field !== 'cover');
  checkVersion(stored, opened, typed, choices);
  return await saveVersion(context, { document, choices, stored, changes });
}

/** The commands of a concert's cover image (office.md 12). */
export const coverCommands = { 'picture:upload': uploadPicture, 'picture:remove': removePicture };
