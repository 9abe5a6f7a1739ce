import { randomUUID } from 'node:crypto';
import { fieldMessage } from '#contract/field-messages.ts';
import type { Visit } from '#contract/visit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { concertTexts } from '#messages/concerts.ts';
import {
  endForm,
  invalidForm,
  onceByKey,
  readCount,
  refillForm,
  SAME_FORM_SECONDS,
} from '../platform/form-data.server.ts';
import { languageOfPath } from '../platform/language.tsx';
import { readText } from '../platform/read-fields.ts';
import { readConcertId } from './load-concert-page.server.ts';

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
  const { quantities, isPossible } = readQuantities(form);
  if (!isPossible) {
    return refillForm(invalidForm(fieldMessage('QUANTITY_INVALID', visit.language)), quantities);
  }
  const chosen = Object.entries(quantities).filter(([, quantity]) => quantity > 0);
  if (chosen.length === 0) return refillForm(invalidForm(texts.nothingChosen), quantities);
  const items = chosen.map(([type, quantity]) => ({ productId, id: Number(type), quantity }));
  const once =
    readText(form, 'key') === '' ? { withinSeconds: SAME_FORM_SECONDS } : onceByKey(form);
  const sessionId = visit.cartSession ?? randomUUID();
  const body = { sessionId, items };
  const { response, problem } = await visit.call('addToCart', { body }, once);
  // not for a refused choice, which holds nothing; a call that failed may have held the tickets
  if (problem === null || problem.status >= 500) visit.startCartSession(sessionId);
  if (problem !== null) return refillForm(problem, quantities);
  visit.setCart(response.data);
  const count = chosen.reduce((sum, [, quantity]) => sum + quantity, 0);
  const text = texts.added({ count: texts.ticketCount({ count }) });
  return endForm(visit, form, {
    to: `${path}#tickets`,
    flash: { kind: 'success', text, fades: true, toCart: true },
    result: { problem: null, values: {} },
  });
}

/** The concert's own product, whatever the form says; 0 for a concert without one. */
async function findProductId(visit: Visit, concertId: string) {
  const id = readConcertId(concertId);
  const { data: concert } = await visit.load('getConcert', { params: { id } });
  return concert.product?.id ?? 0;
}

/** The fields `quantity-<product_variation_id>`. Empty and invalid ones count as 0. */
function readQuantities(form: FormData) {
  const names = [...form.keys()].filter((name) => /^quantity-\d{1,9}$/.test(name));
  const counts = names.map((name) => (readText(form, name) === '' ? 0 : readCount(form, name)));
  const entries = names.map((name, n) => [name.slice('quantity-'.length), counts[n] ?? 0] as const);
  const quantities: Record<string, number> = Object.fromEntries(entries);
  return { quantities, isPossible: !counts.includes(null) };
}
