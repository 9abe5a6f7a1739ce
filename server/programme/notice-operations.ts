import { z } from 'zod';
import { berlinDate, berlinTime, parseBerlin, toBerlinIso } from '#contract/berlin-time.ts';
import { adminAndEditor } from '#contract/office/staff.ts';
import { concertProblemTexts } from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { noticeTexts } from '#messages/office/notice.ts';
import { defineChange, defineRead, type ChangeContext } from '../operations/define.ts';
import { day, rowId, text } from '../operations/entries.ts';
import { conflict, invalidField } from '../platform/problem.ts';
import type { Notice } from './festival-content.ts';
import { announceProgramme, lockProgramme } from './load-programme.ts';

const MAX_NOTICE_LENGTH = 200;

/** Shows a notice on every public page until a moment, instead of the one that is there. */
const saveNotice = defineChange({
  may: adminAndEditor,
  input: z.object({
    notice_de: text(MAX_NOTICE_LENGTH),
    notice_en: text(MAX_NOTICE_LENGTH),
    concert: rowId(),
    until_day: day(),
    until_time: z.coerce.string().trim().default(''),
  }),
  async run(context, input) {
    const { client, deps } = context;
    await lockProgramme(client);
    const until = parseBerlin(`${input.until_day} ${input.until_time}`);
    const isTime = /^\d\d:\d\d$/.test(input.until_time) && !Number.isNaN(until.getTime());
    if (!isTime) throw invalidField('until_time', formTexts.time);
    if (until.getTime() <= Date.now()) throw invalidField('until_day', noticeTexts.over);
    const { rowCount } = await client.query(
      'select from concert where id = $1 and published_at is not null',
      [input.concert],
    );
    const isUnknown = input.concert !== 0 && rowCount === 0;
    if (isUnknown) throw invalidField('concert', concertProblemTexts.notPublished);
    const notice: Notice = {
      text: { de: input.notice_de, en: input.notice_en },
      concertId: input.concert || null,
      until: toBerlinIso(until),
    };
    const before = await writeNotice(context, notice);
    return {
      output: {},
      audit: { thing, ...(before && { before }), after: toFields(notice) },
      after: deps.stockChanged,
    };
  },
});

/** Takes the notice away. */
const removeNotice = defineChange({
  may: adminAndEditor,
  input: z.object({}),
  async run(context) {
    await lockProgramme(context.client);
    const before = await writeNotice(context, null);
    if (before === null) throw conflict(noticeTexts.none);
    return { output: {}, audit: { thing, before }, after: context.deps.stockChanged };
  },
});

const thing = { kind: 'notice', id: '1', name: 'notice' };

/** What its form and the audit log have of it. */
const toFields = ({ text: words, concertId, until }: Notice) => ({
  notice_de: words.de,
  notice_en: words.en,
  concert: String(concertId ?? ''),
  until_day: berlinDate(new Date(until)),
  until_time: berlinTime(new Date(until)),
});

/** Writes it for every process; returns the fields of the one before. */
async function writeNotice({ client }: ChangeContext, notice: Notice | null) {
  const { rows } = await client.query<{ notice: Notice | null }>('select notice from festival');
  await client.query('update festival set notice = $1', [notice]);
  await announceProgramme(client);
  const before = rows[0]?.notice ?? null;
  return before && toFields(before);
}

/** The operations of the notice (office.md 5.2). */
export const noticeOperations = {
  'notice:save': saveNotice,
  'notice:remove': removeNotice,
  'notice:form': defineRead(adminAndEditor, async ({ deps: { pool } }) => {
    const { rows } = await pool.query<{ id: number; de: string; en: string }>(
      `select id, title_de as de, title_en as en from concert
       where published_at is not null order by starts_at, id`,
    );
    // from the database: right after saving, what the process knows is older
    const stored = await pool.query<{ notice: Notice }>(
      `select notice from festival where (notice->>'until')::timestamptz > now()`,
    );
    const [now] = stored.rows;
    return { fields: now ? toFields(now.notice) : null, concerts: rows };
  }),
};
