import { networksOf } from '../platform/client-address.ts';
import { limiterHash } from '../operations/limit.ts';
import { defineShopRead, defineStep, type ShopContext } from '../operations/define.ts';
import { changeCart, clearCart, type ChangeCartInput } from './change-cart.ts';
import { extendCart } from './hold.ts';
import { findShownCart } from './find-cart.ts';

interface CartOf {
  cartSession: string;
}

type CartChange = CartOf & Pick<ChangeCartInput, 'lines'>;

/** The operations of the cart (api.md, Cart); each returns the cart, null when it is empty. */
export const cartOperations = {
  'cart:read': defineShopRead('anyone', (context, { cartSession }: CartOf) =>
    read(context, cartSession),
  ),
  'cart:add': defineStep('anyone', (context, input: CartChange) => change(context, 'add', input)),
  'cart:set': defineStep('anyone', (context, input: CartChange) => change(context, 'set', input)),
  'cart:extend': defineStep('anyone', async (context, { cartSession }: CartOf) => {
    const { pool, env } = context.deps;
    const rules = { holdMinutes: env.cartHoldMinutes, limitsNetworks: env.hasRateLimit };
    await extendCart(pool, cartSession, rules);
    return await read(context, cartSession);
  }),
  'cart:clear': defineStep('anyone', async (context, { cartSession }: CartOf) => {
    const { pool, cancelOpenPayment, stockChanged } = context.deps;
    await clearCart(pool, cartSession, cancelOpenPayment);
    stockChanged();
    return await read(context, cartSession);
  }),
};

const read = ({ deps }: ShopContext, cartSession: string) =>
  findShownCart(deps.pool, cartSession, deps.env.hasRateLimit);

async function change(
  { deps, caller, requestKey }: ShopContext & { requestKey: Buffer | null },
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
  return cart;
}
