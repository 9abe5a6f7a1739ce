import type { z } from 'zod';
import { AddToCartBody, SessionBody, UpdateCartBody } from '#contract/cart.ts';
import { networksOf } from '../platform/client-address.ts';
import { limiterHash } from '../operations/limit.ts';
import {
  defineRead,
  defineStep,
  type ShopContext,
  type StepContext,
} from '../operations/define.ts';
import { changeCart, clearCart, type ChangeCartInput } from './change-cart.ts';
import { extendCart } from './hold.ts';
import { findShownCart, toCart } from './find-cart.ts';

const cartOf = SessionBody.transform(({ sessionId }) => ({ cartSession: sessionId }));

const toChange = ({ sessionId, items }: z.output<typeof AddToCartBody>): CartChange => ({
  cartSession: sessionId,
  lines: items,
});

interface CartChange extends Pick<ChangeCartInput, 'lines'> {
  cartSession: string;
}

/** The operations of the cart (api.md, Cart); each returns the cart. */
export const cartOperations = {
  'cart:read': defineRead('anyone', (context, { cartSession }: { cartSession: string }) =>
    read(context, cartSession),
  ),
  'cart:add': defineStep({
    may: 'anyone',
    input: AddToCartBody.transform(toChange),
    run: (context, input) => change(context, 'add', input),
  }),
  'cart:set': defineStep({
    may: 'anyone',
    input: UpdateCartBody.transform(toChange),
    run: (context, input) => change(context, 'set', input),
  }),
  'cart:extend': defineStep({
    may: 'anyone',
    input: cartOf,
    async run(context, { cartSession }) {
      const { pool, env } = context.deps;
      const rules = { holdMinutes: env.cartHoldMinutes, limitsNetworks: env.hasRateLimit };
      await extendCart(pool, cartSession, rules);
      return await read(context, cartSession);
    },
  }),
  'cart:clear': defineStep({
    may: 'anyone',
    input: cartOf,
    async run(context, { cartSession }) {
      const { pool, cancelOpenPayment, stockChanged } = context.deps;
      await clearCart(pool, cartSession, cancelOpenPayment);
      stockChanged();
      return await read(context, cartSession);
    },
  }),
};

async function read({ deps }: ShopContext, cartSession: string) {
  return toCart(await findShownCart(deps.pool, cartSession, deps.env.hasRateLimit), deps);
}

async function change(
  { deps, caller, requestKey }: StepContext,
  mode: ChangeCartInput['mode'],
  { cartSession, lines }: CartChange,
) {
  const { env, tokens } = deps;
  const cart = await changeCart(deps, {
    sessionId: cartSession,
    mode,
    lines,
    holdMinutes: env.cartHoldMinutes,
    requestKey,
    networks: env.hasRateLimit
      ? networksOf(caller.address).map((network) => limiterHash(tokens, network))
      : null,
  });
  deps.stockChanged();
  return toCart(cart, deps);
}
