import './orders.css';
import { useEffect, type ReactNode } from 'react';
import { orderTexts } from '#messages/orders.ts';
import { OrderSummary } from '../cart/order-summary.tsx';
import { ShopFrame } from '../cart/shop-frame.tsx';
import { useTexts, useLanguage } from '../platform/language.tsx';
import { shopContext } from '../platform/visit.ts';
import { useLatest } from '../platform/use-polling.ts';
import { announceCartChange } from '../platform/visit-storage.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/order-confirmation-page';
import type { Order } from './document-list.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { loadOrder } from './load-order.server.ts';
import { OrderProblem } from './order-problem.tsx';
import { Icon } from '../ui/icon.tsx';

/** The order by the token of its address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return await loadOrder(context.get(shopContext), new URL(request.url));
}

/** A failed poll leaves the page as it is. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const loaded = await serverLoader().catch(() => null);
  return loaded?.problem === 'unexpected' ? null : loaded;
}

/** OrderConfirmation, step 4 of 4 (product.md 2). */
export default function OrderConfirmationPage({ loaderData }: Route.ComponentProps) {
  const found = useLatest(loaderData);
  if (!found?.order) return <OrderProblem problem={found?.problem ?? 'unexpected'} />;
  return <Confirmation {...found} />;
}

interface ConfirmationProps {
  order: Order;
  /** E-mail address of the signed-in customer, otherwise of the order. */
  email: string | null;
  isSignedIn: boolean;
}

function Confirmation({ order, email, isSignedIn }: ConfirmationProps) {
  const texts = useTexts(orderTexts);
  const cart = { ...order, deliveryMethod: order.delivery_method };
  const isCancelled = order.cancelled_at !== null;
  // the order has emptied the cart, whichever way it was paid
  useEffect(announceCartChange, []);
  return (
    <ShopFrame
      step={4}
      title={isCancelled ? texts.cancelledTitle : texts.title}
      aside={<OrderSummary cart={cart} />}
    >
      <p className="lead">{isCancelled ? texts.cancelled : texts.ordered}</p>
      <dl className="order-facts">
        <dt>{texts.orderNumber}</dt>
        <dd className="order-facts__number">{order.order_no}</dd>
        {email !== null && (
          <>
            <dt>{texts.email}</dt>
            <dd>{email}</dd>
          </>
        )}
      </dl>
      {!isCancelled && order.cancelled_tickets > 0 && (
        <AlertBox kind="info">{texts.partlyCancelled({ count: order.cancelled_tickets })}</AlertBox>
      )}
      {order.email === null && (
        <AlertBox kind="info" title={texts.keepTitle}>
          {texts.keepText}
        </AlertBox>
      )}
      {!isCancelled && <NextSteps order={order} />}
      <DocumentsSection order={order} />
      {!isCancelled && <CalendarSection order={order} />}
      {!isSignedIn && !isCancelled && <AccountOffer />}
    </ShopFrame>
  );
}

/** The account is offered again after the purchase (design.md 2). */
function AccountOffer() {
  const texts = useTexts(orderTexts);
  return (
    <section className="shop__section account-offer" aria-labelledby="account-heading">
      <h2 id="account-heading">{texts.accountTitle}</h2>
      <p>{texts.accountText}</p>
      <ButtonLink to="/auth/register" kind="line">
        {texts.createAccount}
      </ButtonLink>
    </section>
  );
}

/** One calendar entry per concert, doors in its description (api.md, Festival, concerts, countries). */
function CalendarSection({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  const language = useLanguage();
  return (
    <section className="shop__section" aria-labelledby="calendar-heading">
      <h2 id="calendar-heading">{texts.concertsTitle}</h2>
      <ul className="calendar-links">
        {order.items.map((entry) => (
          <li key={entry.concert_id}>
            <a
              className="text-link text-link--quiet"
              href={`/concert/${entry.concert_id}/calendar.ics?lang=${language}`}
            >
              <Icon name="calendar" />{' '}
              {texts.calendar({
                name: entry.product_name[language === 'de' ? 'german' : 'english'],
              })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The next steps, by delivery method (design.md 1.2); mails go to the order's own address. */
function NextSteps({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  const { email } = order;
  const byMethod = {
    onlineticket: [texts.nextOnline, texts.nextOnlineShow],
    boxoffice: [texts.nextBoxoffice({ number: order.order_no })],
    postal: [texts.nextPostal],
  };
  const steps = [
    ...(email === null ? [] : [texts.nextEmail({ email })]),
    ...byMethod[order.delivery_method],
    texts.nextDoors,
  ];
  return (
    <section className="shop__section" aria-labelledby="next-heading">
      <h2 id="next-heading">{texts.nextTitle}</h2>
      <ol className="next-steps">
        {steps.map((step) => (
          <li key={step}>{tieNumber(step, order.order_no)}</li>
        ))}
      </ol>
    </section>
  );
}

/** The order's number would break at its hyphen. */
function tieNumber(step: string, number: string): ReactNode {
  const [before, after] = step.split(number);
  if (after === undefined) return step;
  return (
    <>
      {before}
      <span className="no-break">{number}</span>
      {after}
    </>
  );
}
