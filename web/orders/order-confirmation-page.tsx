import './orders.css';
import { useEffect, type ReactNode } from 'react';
import { useDelivery } from '../platform/site.ts';
import { orderTexts } from '#messages/orders.ts';
import { OrderSummary } from '../cart/order-summary.tsx';
import { ShopFrame } from '../cart/shop-frame.tsx';
import { useTexts, useLanguage } from '../platform/language.tsx';
import { shopContext, type Visit } from '../platform/visit.ts';
import { useLatest } from '../platform/use-polling.ts';
import { announceCartChange } from '../platform/visit-storage.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { ButtonLink, ButtonAnchor } from '../ui/button.tsx';
import type { Route } from './+types/order-confirmation-page';
import { DocumentsSection, type Order } from './documents-section.tsx';
import { Icon } from '../ui/icon.tsx';
import { data, useLocation } from 'react-router';
import { msgCodes } from '#contract/codes.ts';
import type { ProblemDto } from '#contract/problems.ts';
import { PageHead } from '../platform/page-head.tsx';
import { NightPlate } from '../ui/illustrations.tsx';

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
  const isCancelled = order.cancelledAt !== null;
  // the order has emptied the cart, whichever way it was paid
  useEffect(announceCartChange, []);
  return (
    <ShopFrame
      step={4}
      title={isCancelled ? texts.cancelledTitle : texts.title}
      aside={<OrderSummary cart={order} />}
    >
      <p className="lead">{isCancelled ? texts.cancelled : texts.ordered}</p>
      <dl className="order-facts">
        <dt>{texts.orderNumber}</dt>
        <dd className="order-facts__number">{order.orderNo}</dd>
        {email !== null && (
          <>
            <dt>{texts.email}</dt>
            <dd>{email}</dd>
          </>
        )}
      </dl>
      {!isCancelled && order.cancelledTickets > 0 && (
        <AlertBox kind="info">{texts.partlyCancelled({ count: order.cancelledTickets })}</AlertBox>
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
          <li key={entry.concertId}>
            <a
              className="text-link text-link--quiet"
              href={`/concert/${entry.concertId}/calendar.ics?lang=${language}`}
            >
              <Icon name="calendar" /> {texts.calendar({ name: entry.title[language] })}
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
  const { note } = useDelivery();
  const byMethod = {
    onlineticket: [texts.nextOnline, texts.nextOnlineShow],
    boxoffice: [texts.nextBoxoffice({ number: order.orderNo })],
    postal: [texts.nextPostal({ note })],
  };
  const steps = [
    ...(email === null ? [] : [texts.nextEmail({ email })]),
    ...byMethod[order.deliveryMethod],
    texts.nextDoors,
  ];
  return (
    <section className="shop__section" aria-labelledby="next-heading">
      <h2 id="next-heading">{texts.nextTitle}</h2>
      <ol className="next-steps">
        {steps.map((step) => (
          <li key={step}>{tieNumber(step, order.orderNo)}</li>
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

/**
 * The order of the link's `token`, or why there is none (product.md 8): 400, unexpected 503. Links of expired documents
 * lead here with `document=expired`: 410.
 */
async function loadOrder(visit: Visit, { searchParams }: URL) {
  if (searchParams.get('document') === 'expired') return fail('documentExpired');
  const token = searchParams.get('token') ?? '';
  if (token === '') return fail('tokenMissing');
  const { output: order, problem } = await visit.tryRead('order:by-token', { token });
  if (problem !== null) return fail(kindOf(problem));
  const user = await visit.findUser();
  const email = user?.email ?? order.email;
  return data({ order, email, isSignedIn: user !== null, problem: null });
}

const statuses: Partial<Record<OrderProblemKind, number>> = {
  unexpected: 503,
  documentExpired: 410,
};

function fail(problem: OrderProblemKind) {
  return data({ order: null, problem }, { status: statuses[problem] ?? 400 });
}

function kindOf({ msgCode }: ProblemDto): OrderProblemKind {
  if (msgCode === msgCodes.orderTokenInvalid) return 'tokenInvalid';
  return msgCode === msgCodes.orderNotFound ? 'notFound' : 'unexpected';
}

/** Why the order or its document cannot be shown (product.md 8). */
type OrderProblemKind =
  | 'tokenMissing'
  | 'tokenInvalid'
  | 'notFound'
  | 'unexpected'
  | 'documentExpired';

/** A night plate without a lit window, the specified text, and a contact. */
function OrderProblem({ problem }: { problem: OrderProblemKind }) {
  const texts = useTexts(orderTexts);
  const { search } = useLocation();
  const title = problem === 'documentExpired' ? texts.documentTitle : texts.problemTitle;
  return (
    <div className="wrap page">
      <PageHead title={title} failed noindex />
      <div className="empty">
        <NightPlate />
        <h1 className="page-title">{title}</h1>
        <p className="lead">{texts[problem]}</p>
        <p>{texts.problemHelp}</p>
        <div className="button-row">
          {problem === 'unexpected' && <ButtonAnchor href={search}>{texts.tryAgain}</ButtonAnchor>}
          <ButtonLink to="/contact" kind={problem === 'unexpected' ? 'line' : 'primary'}>
            {texts.toContact}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
