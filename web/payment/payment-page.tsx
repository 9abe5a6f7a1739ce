import { useEffect } from 'react';
import {
  redirect,
  redirectDocument,
  replace,
  useLoaderData,
  useRevalidator,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import { paymentTexts } from '#messages/payment.ts';
import { EmptyCart } from '../cart/empty-cart.tsx';
import { HoldNote } from '../cart/hold-note.tsx';
import { requireFilledCart } from '../cart/require-filled-cart.ts';
import { ShopFrame, ShopLoading } from '../cart/shop-frame.tsx';
import { useHold } from '../cart/use-hold.ts';
import { getCart, useCart } from '../platform/cart-store.ts';
import { useTexts } from '../platform/language.ts';
import { useConfig } from '../platform/site.ts';
import { BusyOverlay } from '../ui/busy-overlay.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { openPayment, type PaymentStart } from './open-payment.ts';
import { PayForm } from './pay-form.tsx';
import { paymentInHand, rememberPayment, takeLastPayment } from './payment-in-hand.ts';
import { Blocked, Refunded, UnknownResult } from './payment-states.tsx';
import { usePayment, type Payment } from './use-payment.ts';
import './payment.css';

const PATH = '/ticketshop/payment';

/**
 * The guards of product.md 2. A payment in hand (a reload, or the return from the bank) is
 * settled before anything is asked of the cart; its query leaves the address bar.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<PaymentStart> {
  const { pathname, search, searchParams } = new URL(request.url);
  // only a document that was loaded here may load the card provider's script
  if (!wasLoadedHere()) throw redirectDocument(pathname + search);
  const returned = searchParams.get('payment_intent');
  if (returned !== null) {
    rememberPayment(returned);
    throw replace(PATH);
  }
  const inHand = paymentInHand();
  if (inHand !== null) return { step: 'settle', paymentIntent: inHand };
  try {
    const cart = await requireFilledCart();
    if (cart.deliveryMethod === null) throw redirect('/ticketshop/checkout');
    return await openPayment();
  } catch (emptyCart) {
    // refused when it was asked for, and paid a moment later: its order has emptied the cart
    const last = getCart()?.items.length === 0 ? takeLastPayment() : null;
    if (last === null) throw emptyCart;
    return { step: 'settle', paymentIntent: last };
  }
}
clientLoader.hydrate = true as const;

function wasLoadedHere(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return load === undefined || new URL(load.name).pathname === PATH;
}

export function HydrateFallback() {
  return (
    <>
      <ScriptHint />
      <ShopLoading step={3} title={useTexts(paymentTexts).title} />
    </>
  );
}

/** Payment, step 3 of 4 (product.md 2). */
export default function PaymentPage() {
  const start = useLoaderData<typeof clientLoader>();
  const payment = usePayment(start);
  const texts = useTexts(paymentTexts);
  return (
    <ShopFrame step={3} title={texts.title} failed={payment.message !== null}>
      <Content start={start} payment={payment} />
      <BusyOverlay
        open={payment.phase === 'busy'}
        title={texts.busyTitle}
        text={payment.processing ? texts.stillConfirming : ''}
      />
    </ShopFrame>
  );
}

function Content({ start, payment }: { start: PaymentStart; payment: Payment }) {
  if (payment.phase === 'unknown') return <UnknownResult payment={payment} />;
  if (payment.phase === 'refunded') return <Refunded message={payment.message ?? ''} />;
  if (start.step === 'blocked') return <Blocked message={start.message} />;
  if (start.step === 'settle') return <Spinner page />;
  return <Offer start={start} payment={payment} />;
}

/** The order and the pay button, as long as its tickets are held and its sum is the cart's. */
function Offer({ start, payment }: { start: PaymentStart & { step: 'pay' }; payment: Payment }) {
  const cart = useCart() ?? start.cart;
  const hold = useHold(cart);
  const { revalidate } = useRevalidator();
  const full = cart.items.length > 0;
  const idle = payment.phase === 'offered';
  // changed in another tab: nobody shall pay a sum that is not on the page
  const changed = idle && full && cart.total_price !== start.initiated.amount;
  useEffect(() => {
    if (changed) void revalidate();
  }, [changed, revalidate]);

  if (idle && !full) return <EmptyCart ended={hold.phase === 'ended'} />;
  return (
    <>
      <HoldNote hold={hold} />
      <PayForm {...start} cart={full ? cart : start.cart} payment={payment} />
    </>
  );
}

/** Lets the browser fetch the provider's script as soon as the cart is known to cost something. */
function ScriptHint() {
  const { stripeJsUrl } = useConfig();
  const cart = useCart();
  if (cart === null || cart.total_price === 0) return null;
  return <link rel="preload" as="script" href={stripeJsUrl} />;
}
