import type { TestOffice } from './office.ts';

/** The entries of a new concert's details. */
export const concertDetails = {
  slug: 'serenade',
  title_de: 'Serenade',
  title_en: 'Serenade',
  subtitle_de: 'Im Kreuzgang',
  subtitle_en: 'In the cloister',
  introduction_de: 'Ein Abend.',
  introduction_en: 'One evening.',
  start_day: '2025-08-23',
  start_time: '21:00',
  venue: 'cloister',
};

/** The entries of its programme: one performer, one work. */
export const concertProgramme = {
  'performer-1-name': 'Agnes Rákosfalvi',
  'performer-1-instrument': 'piano',
  'piece-1-composer': 'bach',
  'piece-1-title_de': 'Aria',
  'piece-1-title_en': 'Aria',
  'piece-1-lang': 'it',
  'piece-1-movements': 'Andante\r\ncs: Dumka',
};

/** The entries of a sale with two ticket types. */
export const saleForm = {
  part: 'sale',
  quantity: '20',
  presold: '4',
  maxPerOrder: '',
  'type-1-kind': 'full',
  'type-1-price': '36,50',
  'type-1-quota': '',
  'type-1-maxPerOrder': '',
  'type-1-offered': '1',
  'type-2-kind': 'school',
  'type-2-price': '8.00',
  'type-2-quota': '6',
  'type-2-maxPerOrder': '2',
  'type-2-offered': '1',
};

/** Creates and publishes a concert without a sale. Returns its id. */
export async function publishConcert(editor: TestOffice): Promise<number> {
  const slug = `concert-${crypto.randomUUID()}`;
  const { output } = await editor.run('concert:create', { ...concertDetails, slug });
  const id = Number(output?.['id']);
  await editor.run('concert:save', { id, part: 'programme', ...concertProgramme });
  const { problem } = await editor.run('concert:publish', { id });
  if (problem !== null)
    throw new Error(`The concert was not published: ${JSON.stringify(problem)}`);
  return id;
}
