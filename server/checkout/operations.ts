import type { z } from 'zod';
import type { Language } from '#contract/language.ts';
import { ChooseDeliveryBody, SessionParams } from '#contract/cart.ts';
import { SaveDeliveryDetailsBody } from '#contract/orders.ts';
import type { Pool } from 'pg';
import { prepareAccount } from '../people/create-account.ts';
import { getUser } from '../people/account.ts';
import { toCart } from '../cart/find-cart.ts';
import { accountOf } from '../operations/caller.ts';
import { defineRead, defineStep, type ShopContext } from '../operations/define.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import { chooseDelivery, findDetails, saveDetails, saveGuestDetails } from './details.ts';

const toForm = ({ sessionId, ...form }: z.output<typeof SaveDeliveryDetailsBody>) => ({
  ...form,
  cartSession: sessionId,
});

/** Details in a form, which with a password also creates an account. */
type DetailsForm = ReturnType<typeof toForm>;

/** The operations of the checkout (api.md, Delivery details and Cart). */
export const checkoutOperations = {
  'checkout:save-details': defineStep({
    may: 'visitor',
    input: SaveDeliveryDetailsBody.transform(toForm),
    run: saveAndFind,
  }),

  'checkout:details': defineRead('visitor', async ({ deps: { pool }, caller }) => {
    const accountId = accountOf(caller);
    if (accountId !== null) return await findDetails(pool, { accountId, cartId: null });
    if (caller.cartSession === null) throw new Problem('unauthorized');
    const cartId = await findCartId(pool, caller.cartSession);
    return cartId === null ? null : await findDetails(pool, { accountId, cartId });
  }),

  'checkout:choose-delivery': defineStep({
    may: 'visitor',
    input: ChooseDeliveryBody.extend(SessionParams.shape).transform((body) => ({
      cartSession: body.sessionId,
      method: body.deliveryMethod,
    })),
    async run({ deps, caller }, { cartSession, method }) {
      const { steps, env, festival, cancelOpenPayment } = deps;
      const accountId = accountOf(caller);
      const choice = {
        sessionId: cartSession,
        method,
        accountId,
        holdMinutes: env.cartHoldMinutes,
        post: festival.delivery(),
      };
      return toCart(await chooseDelivery(steps, choice, cancelOpenPayment), deps);
    },
  }),
};

async function saveAndFind({ deps, caller }: ShopContext, form: DetailsForm) {
  const sessionId = form.cartSession ?? caller.cartSession;
  const { password, cartSession: _, ...details } = form;
  const bearer = accountOf(caller);
  const registers = bearer === null && (password ?? '') !== '';
  if (bearer === null && sessionId === null) throw invalidField('sessionId', 'REQUIRED');
  if (registers && details.email === null) throw invalidField('email', 'EMAIL_REQUIRED');
  const { pool, steps, tokens, env, festival, cancelOpenPayment } = deps;
  const holdMinutes = env.cartHoldMinutes;
  const post = festival.delivery();
  if (bearer === null && !registers && sessionId !== null) {
    const guest = { details, sessionId, holdMinutes, post };
    return { details: await saveGuestDetails(steps, guest, cancelOpenPayment) };
  }
  const account = bearer ?? (await prepareAccount(deps, toAccount(form, caller.language), caller));
  const { token, ...owner } = await saveDetails(
    pool,
    { details, account, sessionId, holdMinutes, post },
    cancelOpenPayment,
  );
  const saved = await findDetails(pool, owner);
  if (saved === null) throw new Error('saved details are missing');
  if (token === null) return { details: saved };
  return { user: await getUser(pool, owner.accountId, token, tokens), details: saved };
}

const toAccount = (form: DetailsForm, language: Language) => ({
  firstName: form.first_name,
  lastName: form.last_name,
  email: form.email ?? '',
  password: form.password ?? '',
  language,
});

/** The session's cart, even an empty one: a guest may save details before adding a ticket. */
async function findCartId(pool: Pool, sessionId: string): Promise<number | null> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from cart where session_id = $1 and ended_at is null and expires_at > clock_timestamp()`,
    [sessionId],
  );
  return rows[0]?.id ?? null;
}
