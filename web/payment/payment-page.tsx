import './payment.css';
import { useEffect, useEffectEvent } from 'react';
import { redirectDocument, useActionData, type ShouldRevalidateFunctionArgs } from 'react-router';
import { paymentTexts } from '#messages/payment.ts';
import { EmptyCart, ShopFrame } from '../cart/shop-frame.tsx';
import { HoldNote, useHeldCart } from '../cart/hold-note.tsx';
import { useTexts } from '../platform/language.tsx';
import { isLostNetwork } from '../platform/to-problem.ts';
import { serverContext, shopContext } from '../platform/visit.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { useLatest } from '../platform/use-polling.ts';
import { BusyOverlay } from '../ui/spinner.tsx';
import type { Route } from './+types/payment-page';
import { loadPayment, type PaymentStart } from './load-payment.server.ts';
import { PayForm } from './pay-form.tsx';
import { PAYMENT_PATH } from './payment-outcome.ts';
import { Blocked, Processing, Refunded, UnknownResult } from './payment-states.tsx';
import { submitPayment, type PaymentResponse } from './submit-payment.server.ts';
import { useCardPayment, usePayment, type Payment } from './use-payment.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  return await loadPayment(context.get(shopContext), new URL(request.url));
}

export async function action({ request, context }: Route.ActionArgs) {
  const { origin } = context.get(serverContext);
  return await submitPayment(context.get(shopContext), await request.formData(), origin);
}

/** Only a document that was loaded here may load the provider's script. A failed poll leaves the page as it is. */
export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  if (!wasLoadedHere()) throw redirectDocument(request.url);
  try {
    return await serverLoader();
  } catch (error) {
    if (isLostNetwork(error)) return null;
    throw error;
  }
}

export { clientAction } from '../forms/client-action.ts';

/** After its own forms the page itself decides when to revalidate. */
export const shouldRevalidate = ({
  formAction,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => formAction !== PAYMENT_PATH && defaultShouldRevalidate;

function wasLoadedHere(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return load === undefined || new URL(load.name).pathname === PAYMENT_PATH;
}

const unknownStart: PaymentStart = { step: 'unknown', message: '' };

/** Payment, step 3 of 4 (product.md 2). */
export default function PaymentPage({ loaderData }: Route.ComponentProps) {
  const start = useLatest(loaderData) ?? unknownStart;
  const texts = useTexts(paymentTexts);
  const isHydrated = useHydrated();
  const actionProblem = useActionData<PaymentResponse>()?.problem?.message ?? null;
  const isUnpaid = start.step === 'pay' && start.isUnpaid;
  const payment = usePayment(start, actionProblem ?? (isUnpaid ? texts.friendlyError : null));
  return (
    <ShopFrame step={3} title={texts.title} failed={payment.message !== null}>
      <Content start={start} payment={payment} />
      <BusyOverlay
        open={isHydrated && payment.phase === 'busy'}
        title={texts.busyTitle}
        text={payment.isProcessing ? texts.stillConfirming : ''}
      />
    </ShopFrame>
  );
}

function Content({ start, payment }: { start: PaymentStart; payment: Payment }) {
  if (payment.phase === 'unknown') return <UnknownResult payment={payment} />;
  if (payment.phase === 'refunded') return <Refunded message={payment.message ?? ''} />;
  return start.step === 'pay' ? <Offer start={start} payment={payment} /> : <Processing />;
}

/** The order and the pay button, as long as its tickets are held. */
function Offer({ start, payment }: { start: PaymentStart & { step: 'pay' }; payment: Payment }) {
  const { details, fingerprint, loadedAt } = start;
  const { cart: latest, hold } = useHeldCart(start.cart, loadedAt);
  const isFull = latest.items.length > 0;
  // an order in progress empties the cart
  const cart = isFull ? latest : start.cart;
  const { card, problem, isBusy, retry } = useCardPayment(cart.totalCents, loadedAt);
  const settle = useEffectEvent(payment.settle);
  // already paid, perhaps in another tab: settled, never mounted
  const isOver = card?.status === 'succeeded' || card?.status === 'processing';
  const paymentIntent = isOver ? card.paymentIntent : null;
  useEffect(() => {
    if (paymentIntent !== null) settle(paymentIntent);
  }, [paymentIntent]);

  if (payment.phase === 'offered' && !isFull) return <EmptyCart ended={hold.phase === 'ended'} />;
  if (problem !== null) return <Blocked message={problem} isBusy={isBusy} onRetry={retry} />;
  return (
    <>
      <HoldNote hold={hold} />
      <PayForm
        cart={cart}
        details={details}
        fingerprint={fingerprint}
        card={card}
        payment={payment}
      />
    </>
  );
}
