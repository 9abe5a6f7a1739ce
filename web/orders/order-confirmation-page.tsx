import { data, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { msgCodes } from '#contract/codes.ts';
import { cartTexts } from '#messages/cart.ts';
import { orderTexts } from '#messages/orders.ts';
import { OrderSummary } from '../cart/order-summary.tsx';
import { ShopFrame } from '../cart/shop-frame.tsx';
import type { ApiClient } from '../platform/api-client.ts';
import { ApiError } from '../platform/api-error.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { apiContext } from '../platform/server-context.ts';
import { useUser } from '../platform/session.ts';
import { useConfig } from '../platform/site.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { DocumentList } from './document-list.tsx';
import type { Order } from './newly-ready.ts';
import { NextSteps } from './next-steps.tsx';
import { OrderProblem, type OrderProblemKind } from './order-problem.tsx';
import { useOrder } from './use-order.ts';
import './orders.css';

type Found = { order: Order; token: string } | { problem: OrderProblemKind };

/** The order by its token, rendered on the server: the page is there without scripts, too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const found = await findOrder(token, context.get(apiContext).api);
  return data(found, { status: statusOf(found) });
}

/** The order is watched by the page itself. */
export const shouldRevalidate = () => false;

async function findOrder(token: string, api: ApiClient): Promise<Found> {
  if (token === '') return { problem: 'tokenMissing' };
  try {
    const answer = await api.call('getOrderDetails', { query: { token } });
    return { order: answer.data, token };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function problemOf(error: unknown): OrderProblemKind {
  const code = error instanceof ApiError ? error.msgCode : undefined;
  if (code === msgCodes.orderTokenInvalid) return 'tokenInvalid';
  return code === msgCodes.orderNotFound ? 'notFound' : 'unexpected';
}

function statusOf(found: Found): number {
  if ('order' in found) return 200;
  return found.problem === 'unexpected' ? 503 : 400;
}

/** OrderConfirmation, step 4 of 4 (product.md 2). */
export default function OrderConfirmationPage() {
  const found = useLoaderData<typeof loader>();
  if ('problem' in found) return <OrderProblem problem={found.problem} />;
  return <Confirmation first={found.order} token={found.token} />;
}

function Confirmation({ first, token }: { first: Order; token: string }) {
  const texts = useTexts(orderTexts);
  const shop = useTexts(cartTexts);
  const user = useUser();
  const watch = useOrder(first, token);
  const { order } = watch;
  const email = user?.user_data.email ?? order.email;
  const cart = { ...order, deliveryMethod: order.delivery_method };
  return (
    <ShopFrame
      step={4}
      title={texts.title}
      aside={<OrderSummary cart={cart} deliveryOpen={shop.deliveryOpen} />}
    >
      <p className="lead">{order.cancelled_at === null ? texts.ordered : texts.cancelled}</p>
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
      {order.email === null && (
        <AlertBox kind="info" title={texts.keepTitle}>
          <p>{texts.keepText}</p>
        </AlertBox>
      )}
      {order.cancelled_at === null && <NextSteps order={order} />}
      <DocumentsSection watch={watch} />
      <Calendar order={order} />
      {user === null && <AccountOffer />}
    </ShopFrame>
  );
}

function DocumentsSection({ watch }: { watch: ReturnType<typeof useOrder> }) {
  const texts = useTexts(orderTexts);
  return (
    <section className="shop__section" aria-labelledby="documents-heading">
      <h2 id="documents-heading">{texts.documentsTitle}</h2>
      <DocumentList order={watch.order} />
      <output className="visually-hidden">{watch.said}</output>
      {watch.takesLong && (
        <AlertBox kind="info">
          <p>{texts.takesLong}</p>
          <Button kind="line" small onClick={watch.checkNow}>
            {texts.checkAgain}
          </Button>
        </AlertBox>
      )}
    </section>
  );
}

/** One calendar entry per concert, doors in its description (api.md, Festival, concerts, countries). */
function Calendar({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  const language = useLanguage();
  const { apiOrigin } = useConfig();
  return (
    <section className="shop__section" aria-labelledby="calendar-heading">
      <h2 id="calendar-heading">{texts.concertsTitle}</h2>
      <ul className="calendar-links">
        {order.items.map((entry) => (
          <li key={entry.concert_id}>
            <a
              className="text-link text-link--quiet"
              href={`${apiOrigin}/concert/${entry.concert_id}/calendar.ics`}
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
