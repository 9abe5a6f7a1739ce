import { data, redirect } from 'react-router';
import { berlinDate } from '#contract/berlin-time.ts';
import { loadPageTexts, sectionsOf } from '../platform/page-texts.ts';
import { dayOf, summaryOf, type Concert, type ConcertSummary } from './concert-summary.ts';
import { countInCart } from './ticket-limits.ts';
import { venuesOf } from './concert-filters.tsx';
import { randomUUID } from 'node:crypto';
import { fieldMessage } from '#contract/field-messages.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { concertTexts } from '#messages/concerts.ts';
import { invalidForm, readCount, refuse } from '../forms/submit.server.ts';
import type { ProblemDto } from '#contract/problems.ts';
import { languageOfPath } from '#contract/language.ts';
import { readText } from '../forms/read-fields.ts';
import type { Office } from '../office/platform/office-context.ts';
import type { Visit } from '../platform/visit.ts';

/** The id in the address of a concert's page; throws the 404 page for anything else. */
function readConcertId(concertId: string): number {
  if (!/^[1-9]\d{0,9}$/.test(concertId)) throw data(null, { status: 404 });
  return Number(concertId);
}

/** One concert; an unknown one is a 404 page, one that cannot be loaded offers a retry (null). */
export async function loadConcertPage(visit: Visit, concertId: string) {
  const id = readConcertId(concertId);
  const { output: concert, problem } = await visit.tryRead('concert:read', { id });
  if (problem?.status === 404) throw data(null, { status: 404 });
  return await loadAround(visit, id, concert);
}

/** A concert as visitors will see it (office.md 5.2); one that is published has its page. */
export async function loadConcertPreview(visit: Visit, office: Office, concertId: string) {
  const id = readConcertId(concertId);
  const { language } = visit;
  const { path } = await office.read('concert:page', { id });
  if (path !== null) throw redirect(`/${language}${path}`);
  return await loadAround(visit, id, await office.read('concert:preview', { id, language }));
}

/** What a concert's page shows besides the concert. */
async function loadAround(visit: Visit, id: number, concert: Concert | null) {
  const [{ output: list }, page, cart] = await Promise.all([
    visit.tryRead('concert:list', undefined),
    loadPageTexts(visit, 'concerts'),
    // null in pages that all visitors share
    visit.findCart().catch(() => null),
  ]);
  const all = (list ?? []).map((each) => summaryOf(each, visit.language));
  return {
    concert,
    isOver: concert !== null && dayOf(concert) < berlinDate(new Date()),
    others: listNearbyConcerts(id, all),
    venues: venuesOf(all),
    inCart: countInCart(cart, concert?.product?.id ?? 0),
    sections: sectionsOf(page, ['programme-change', 'box-office', 'selling-points']),
  };
}

const MAX_NEARBY_CONCERTS = 3;

/** The fields of another concert that a page shows. */
export type NearbyConcert = Pick<ConcertSummary, 'id' | 'title' | 'date' | 'cover' | 'photo'>;

/** The concerts nearest in time, in order; a sold-out one only when nothing else is near. */
export function listNearbyConcerts(id: number, concerts: ConcertSummary[]): NearbyConcert[] {
  const concert = concerts.find((each) => each.id === id);
  if (!concert) return concerts.slice(0, MAX_NEARBY_CONCERTS).map(toNearbyConcert);
  const at = Date.parse(concert.date);
  const distance = (other: ConcertSummary) =>
    Math.abs(Date.parse(other.date) - at) * (other.sale === 'soldout' ? 4 : 1);
  return concerts
    .filter((other) => other.id !== id)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MAX_NEARBY_CONCERTS)
    .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))
    .map(toNearbyConcert);
}

function toNearbyConcert({ id, title, date, cover, photo }: ConcertSummary): NearbyConcert {
  return { id, title, date, cover, ...(photo && { photo }) };
}

/**
 * The concert's form: puts the chosen tickets into the cart and holds them. 404 unknown concert, 422 nothing chosen or
 * an impossible number, 409 too few left (api.md, Cart).
 *
 * @param path of the concert, with the language prefix of the page
 */
export async function addTickets(visit: Visit, request: Request, id: string, path: string) {
  const productId = await findProductId(visit, id);
  const form = await request.formData();
  const texts = pickTexts(concertTexts, visit.language);
  // the shop has no prefix: it continues in the language of the concert's page
  if (languageOfPath(path) !== undefined) visit.setLanguage(visit.language);
  const refused = (problem: ProblemDto) => refuse('tickets', form, problem);
  const chosen = readQuantities(form);
  if (chosen === null) {
    return refused(invalidForm(fieldMessage('QUANTITY_INVALID', visit.language)));
  }
  if (chosen.length === 0) return refused(invalidForm(texts.nothingChosen));
  const sessionId = visit.cartSession ?? randomUUID();
  const items = chosen.map(({ id: type, quantity }) => ({ productId, id: type, quantity }));
  const { output, problem } = await visit.submit('cart:add', { sessionId, items }, form);
  // not for a refused choice, which holds nothing; a step that failed may have held the tickets
  if (problem === null || problem.status >= 500) visit.startCartSession(sessionId);
  if (problem !== null) return refused(problem);
  visit.setCart(output);
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  const text = texts.added({ count: texts.ticketCount({ count }) });
  visit.setFlash({ kind: 'success', text, fades: true, toCart: true });
  throw redirect(`${path}#tickets`, 303);
}

/** The concert's own product, whatever the form says; 0 for a concert without one. */
async function findProductId(visit: Visit, concertId: string) {
  const { product } = await visit.read('concert:read', { id: readConcertId(concertId) });
  return product?.id ?? 0;
}

/** The fields `quantity-<ticket type>` above 0; an empty one is 0. Null if one is not a whole number. */
function readQuantities(form: FormData) {
  const names = [...form.keys()].filter((name) => /^quantity-\d{1,9}$/.test(name));
  const read = names.map((name) => ({
    id: Number(name.slice('quantity-'.length)),
    quantity: readText(form, name) === '' ? 0 : readCount(form, name),
  }));
  const known = read.flatMap(({ id, quantity }) => (quantity === null ? [] : [{ id, quantity }]));
  return known.length < read.length ? null : known.filter(({ quantity }) => quantity > 0);
}
