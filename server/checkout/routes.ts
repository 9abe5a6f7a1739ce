import type { Pool } from 'pg';
import { createAccount } from '../accounts/create-account.ts';
import { getUser } from '../accounts/get-user.ts';
import { startSession } from '../accounts/sessions.ts';
import { toCartData } from '../cart/cart-dto.ts';
import type { CancelOpenPayment } from '../cart/change-cart.ts';
import type { Pictures } from '../programme/concert-dto.ts';
import { bearerOf, type Call } from '../platform/http/call.ts';
import type { Mount } from '../platform/http/mount.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { chooseDelivery } from './choose-delivery.ts';
import { findDetails } from './find-details.ts';
import { saveDetails } from './save-details.ts';
import { saveGuestDetails } from './save-guest-details.ts';

/** The dependencies of the checkout endpoints. */
export interface CheckoutDeps {
  pool: Pool;
  /** For commands of one statement. */
  steps: Queryable;
  pictures: Pictures;
  tokens: SignedTokens;
  holdMinutes: number;
  cancelOpenPayment: CancelOpenPayment;
}

/** Delivery details and delivery method (api.md, Delivery details and Cart). */
export function mountCheckout(mount: Mount, deps: CheckoutDeps): void {
  mount('saveDeliveryDetails', (call) => saveAndRespond(deps, call));

  mount('getDeliveryDetails', async (call) => {
    if (call.bearer !== null) {
      return {
        data: await findDetails(deps.pool, { accountId: call.bearer.accountId, cartId: null }),
      };
    }
    if (call.cookieSession === null) throw new Problem('unauthorized');
    const cartId = await findCartId(deps.pool, call.cookieSession);
    return {
      data: cartId === null ? null : await findDetails(deps.pool, { accountId: null, cartId }),
    };
  });

  mount('chooseDelivery', async (call) => {
    const { sessionId } = call.params;
    if (call.body.sessionId !== undefined && call.body.sessionId !== sessionId) {
      throw invalidField('sessionId', 'SESSION_ID_DIFFERS');
    }
    const cart = await chooseDelivery(
      deps.steps,
      {
        sessionId,
        accountId: call.bearer?.accountId ?? null,
        method: call.body.deliveryMethod,
        holdMinutes: deps.holdMinutes,
      },
      deps.cancelOpenPayment,
    );
    return { data: toCartData(cart, deps) };
  });
}

async function saveAndRespond(deps: CheckoutDeps, call: Call<'saveDeliveryDetails'>) {
  const sessionId = call.body.sessionId ?? call.cookieSession;
  const { password, ...details } = call.body;
  const registers = call.bearer === null && (password ?? '') !== '';
  if (call.bearer === null && sessionId === null) throw invalidField('sessionId', 'REQUIRED');
  if (registers && details.email === null) throw invalidField('email', 'EMAIL_REQUIRED');
  const { pool, steps, holdMinutes, cancelOpenPayment } = deps;
  if (call.bearer === null && !registers && sessionId !== null) {
    return {
      data: await saveGuestDetails(steps, { details, sessionId, holdMinutes }, cancelOpenPayment),
    };
  }
  // before an account is created: a paid cart refuses the whole call
  if (registers && sessionId !== null) await cancelOpenPayment(sessionId);
  const accountId = registers
    ? (await createAccountOf(deps, call, details.email ?? '', password ?? '')).accountId
    : bearerOf(call).accountId;
  const owner = await saveDetails(
    pool,
    { details, accountId, isNewAccount: registers, sessionId, holdMinutes },
    cancelOpenPayment,
  );
  const data = await findDetails(deps.pool, owner);
  if (data === null) throw new Error('saved details are missing');
  if (!registers) return { data };
  const token = await startSession(deps.pool, deps.tokens, accountId, call);
  return { user: await getUser(deps.pool, accountId, token, deps.tokens), data };
}

async function createAccountOf(
  deps: CheckoutDeps,
  call: Call<'saveDeliveryDetails'>,
  email: string,
  password: string,
) {
  const account = {
    firstName: call.body.first_name,
    lastName: call.body.last_name,
    email,
    password,
    language: call.language,
  };
  return await createAccount(deps.pool, account, call.address);
}

/** The session's cart, even an empty one: a guest may save details before adding a ticket. */
async function findCartId(pool: Pool, sessionId: string): Promise<number | null> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from cart where session_id = $1 and ended_at is null and expires_at > clock_timestamp()`,
    [sessionId],
  );
  return rows[0]?.id ?? null;
}
