import { redirect } from 'react-router';
import { msgCodes } from '#contract/codes.ts';
import { fieldMessages } from '#contract/field-messages.ts';
import { formatTime } from '#contract/format.ts';
import type { ProblemDto } from '#contract/problems.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { cartTexts } from '#messages/cart.ts';
import { invalidForm, readCount, refuse } from '../forms/submit.server.ts';
import { readText } from '../forms/read-fields.ts';
import { changedLines, type DraftQuantities } from './cart-draft.ts';
import { findPossible, type RefusingConcert } from './line-limit.ts';
import type { FormProblem } from '../forms/use-form.ts';
import type { Visit, Cart } from '../platform/visit.ts';

/** Why the cart was not changed. */
export interface CartProblem extends FormProblem {
  /** Quantities that lines with too many tickets could be set to. */
  possible?: DraftQuantities;
}

const PATH = '/ticketshop';

/**
 * The forms of the cart page: quantities, `remove` a product, `intent` extend, `go` to the next step
 * with the changes. 409 not possible, with the possible quantities (api.md, Cart).
 */
export async function updateCart(visit: Visit, request: Request) {
  const form = lastOfEach(await request.formData());
  const cart = await visit.findCart();
  // the guard of the page reports the reason
  if (cart === null || cart.items.length === 0) throw redirect(PATH, 303);
  if (readText(form, 'intent') === 'extend') return await extendHold(visit, form);
  const removed = readCount(form, 'remove');
  if (removed === null && hasInvalidQuantity(form)) {
    const message = fieldMessages.QUANTITY_INVALID[visit.language];
    const errors = errorsAt(cart, (field) => isInvalidQuantity(form, field), message);
    return refuse('cart', form, invalidForm(`${message}.`, errors));
  }
  const draft = { ...readQuantities(form, cart), ...emptied(cart, removed) };
  const problem = await saveDraft(visit, cart, draft);
  if (problem !== null) {
    const { possible, refused: ids } = await findRefused(visit, cart, draft, problem);
    const errors = errorsAt(cart, (_, id) => ids.includes(id), problem.message);
    const refused: CartProblem = { ...problem, errors: { ...problem.errors, ...errors }, possible };
    return refuse('cart', form, refused);
  }
  if (readText(form, 'go') === '/ticketshop/checkout') throw redirect('/ticketshop/checkout', 303);
  visit.setFlash({ kind: 'success', text: describeChange(visit, cart, removed), fades: true });
  throw redirect(PATH, 303);
}

/** `stay`: the page that shows the hold stays, and shows its new end. */
async function extendHold(visit: Visit, form: FormData) {
  const texts = pickTexts(cartTexts, visit.language);
  const entries = { sessionId: visit.startCartSession() };
  const { output, problem } = await visit.submit('cart:extend', entries);
  if (problem !== null) return refuse('hold', form, problem);
  visit.setCart(output);
  if (form.has('stay')) return null;
  const time = formatTime(output.expiresAt ?? '', visit.language);
  visit.setFlash({ kind: 'success', text: `${texts.extended} ${texts.heldUntil({ time })}` });
  throw redirect(PATH, 303);
}

/** Sends the quantities that differ from the cart; nothing when none does. */
async function saveDraft(visit: Visit, cart: Cart, draft: DraftQuantities) {
  const items = changedLines(cart, draft);
  if (items.length === 0) return null;
  const entries = { sessionId: visit.startCartSession(), items };
  // the same numbers again change nothing
  const { output, problem } = await visit.submit('cart:set', entries);
  if (output !== null) visit.setCart(output);
  return problem;
}

/**
 * The lines with too many tickets, and the quantities they could be set to. Where no limit explains the problem any
 * more, all changed lines.
 */
async function findRefused(visit: Visit, cart: Cart, draft: DraftQuantities, problem: ProblemDto) {
  if (problem.msgCode !== msgCodes.cartRefused) return { possible: {}, refused: [] };
  const changed = changedLines(cart, draft);
  const touched = new Set(changed.map((line) => line.productId));
  const entries = cart.items.filter((entry) => touched.has(entry.productId));
  const concerts: Record<number, RefusingConcert> = {};
  for (const entry of entries) {
    const { output } = await visit.tryRead('concert:read', { id: entry.concertId });
    if (!output?.product) continue;
    const { available, product } = output;
    concerts[entry.productId] = { available, product };
  }
  const possible = findPossible(entries, draft, concerts, visit.language);
  const ids = Object.keys(possible).map(Number);
  return { possible, refused: ids.length > 0 ? ids : changed.map(({ id }) => id) };
}

function describeChange(visit: Visit, cart: Cart, removed: number | null): string {
  const texts = pickTexts(cartTexts, visit.language);
  const entry = cart.items.find((item) => item.productId === removed);
  if (entry === undefined) return texts.updated;
  return texts.removed({ name: entry.title[visit.language] });
}

/** Sets all lines of a product to 0. */
function emptied(cart: Cart, productId: number | null): DraftQuantities {
  const lines = cart.items.find((entry) => entry.productId === productId)?.items ?? [];
  return Object.fromEntries(lines.map((line) => [line.id, 0]));
}

/** The fields `quantity-<ticket type>` of the cart's lines. */
function readQuantities(form: FormData, cart: Cart): DraftQuantities {
  const lines = cart.items.flatMap((entry) => entry.items);
  const read = lines.map(({ id }) => [id, readCount(form, `quantity-${id}`)]);
  return Object.fromEntries(read.filter(([, quantity]) => quantity !== null));
}

/** A quantity that is not a whole number changes nothing, and the buyer gets a message. */
function hasInvalidQuantity(form: FormData): boolean {
  return [...form.keys()].some((name) => isInvalidQuantity(form, name));
}

const isInvalidQuantity = (form: FormData, name: string) =>
  name.startsWith('quantity-') && form.has(name) && readCount(form, name) === null;

/** The message at the fields of refused lines, in the cart's order. */
function errorsAt(
  cart: Cart,
  isRefused: (field: string, ticketType: number) => boolean,
  message: string,
): ProblemDto['errors'] {
  const ids = cart.items.flatMap(({ items }) => items.map((line) => line.id));
  const refused = ids.filter((id) => isRefused(`quantity-${id}`, id));
  return Object.fromEntries(refused.map((id) => [`quantity-${id}`, message]));
}

/** A button "set to n" repeats the name of its field: the last one counts. */
function lastOfEach(form: FormData): FormData {
  const last = new FormData();
  for (const [name, value] of form) last.set(name, value);
  return last;
}

/**
 * The guard of the shop's steps, for their loaders: without tickets there is a redirect to the concerts, with a
 * message if the hold has expired (product.md 2).
 */
export async function requireFilledCart(visit: Visit): Promise<Cart> {
  const cart = await visit.findCart();
  if (cart !== null && cart.items.length > 0) return cart;
  if (visit.consumeEndedHold()) {
    const text = pickTexts(cartTexts, visit.language).holdEnded;
    visit.setFlash({ kind: 'info', text });
  }
  throw redirect('/concerts/all');
}
