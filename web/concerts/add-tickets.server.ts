import type { ProblemDto } from '#contract/problem-dto.ts';
import type { Visit } from '#contract/visit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { concertTexts } from '#messages/concerts.ts';
import { endForm, onceByKey, readCount, refillForm } from '../platform/form-data.server.ts';
import { languageOfPath } from '../platform/localized-path.ts';
import { readText } from '../platform/read-fields.ts';

/** A cached page's form has no key: identical submissions of one cart count once within this time. */
const SAME_FORM_SECONDS = 2;

/**
 * The concert's form: puts the chosen tickets into the cart and holds them. 422 nothing chosen, 409 too few left
 * (api.md, Cart).
 *
 * @param path of the concert, with the language prefix of the page
 */
export async function addTickets(visit: Visit, request: Request, path: string) {
  const form = await request.formData();
  const texts = pickTexts(concertTexts, visit.language);
  // the shop has no prefix: it continues in the language of the concert's page
  if (languageOfPath(path) !== undefined) visit.setLanguage(visit.language);
  const quantities = readQuantities(form);
  const chosen = Object.entries(quantities).filter(([, quantity]) => quantity > 0);
  if (chosen.length === 0) return refillForm(invalid(texts.nothingChosen), quantities);
  const productId = readCount(form, 'product') ?? 0;
  const items = chosen.map(([id, quantity]) => ({ productId, id: Number(id), quantity }));
  const once =
    readText(form, 'key') === '' ? { withinSeconds: SAME_FORM_SECONDS } : onceByKey(form);
  const body = { sessionId: visit.startCartSession(), items };
  const { response, problem } = await visit.call('addToCart', { body }, once);
  if (problem !== null) return refillForm(problem, quantities);
  visit.setCart(response.data);
  const count = chosen.reduce((sum, [, quantity]) => sum + quantity, 0);
  const text = texts.added({ count: texts.ticketCount({ count }) });
  return endForm(visit, form, {
    to: `${path}#tickets`,
    flash: { kind: 'success', text, fades: true },
    result: { problem: null, values: {} },
  });
}

/** The fields `quantity-<product_variation_id>`; an invalid number counts as 0. */
function readQuantities(form: FormData): Record<string, number> {
  const names = [...form.keys()].filter((name) => /^quantity-\d{1,9}$/.test(name));
  return Object.fromEntries(
    names.map((name) => [name.slice('quantity-'.length), readCount(form, name) ?? 0]),
  );
}

const invalid = (message: string): ProblemDto => ({
  code: 'invalid',
  status: 422,
  message,
  errors: {},
});
