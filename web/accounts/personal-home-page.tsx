import { useEffect } from 'react';
import { useLoaderData, useRevalidator, type ClientLoaderFunctionArgs } from 'react-router';
import { ORDER_POLL_MS } from '#contract/constants.ts';
import { greetingOf } from '#contract/rules.ts';
import { personalTexts } from '#messages/accounts.ts';
import { platformTexts } from '#messages/platform.ts';
import { NeedsScript } from '../layout/needs-script.tsx';
import { api } from '../platform/api.ts';
import { requireUser } from '../platform/guards.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { useUser, type User } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ComingSoon } from './coming-soon.tsx';
import { NoOrders } from './no-orders.tsx';
import { OrderRow, type Order } from './order-row.tsx';
import { UnverifiedWarning } from './unverified-warning.tsx';
import { useLeaveWhenSignedOut } from './use-leave-when-signed-out.ts';
import './personal.css';

/**
 * Refreshes the user. The orders, null when they cannot be had, show once the e-mail is verified; the
 * hour of the visitor's own clock is for the greeting.
 */
export async function clientLoader({ url }: ClientLoaderFunctionArgs) {
  const user = await requireUser(url);
  const hour = new Date().getHours();
  if (user.user_data.email_verified_at === null) return { user, hour, orders: [] };
  const orders = await api.call('listOrders').then(
    (answer) => answer.data,
    () => null,
  );
  return { user, hour, orders };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { title } = useTexts(personalTexts);
  return (
    <div className="wrap page">
      <PageHead title={title} noindex />
      <h1 className="page-title">{title}</h1>
      <NeedsScript to="account" />
      <Spinner page />
    </div>
  );
}

/** PersonalHomeView (product.md 2). */
export default function PersonalHomePage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const user = useUser() ?? loaded.user;
  const texts = useTexts(personalTexts);
  useLeaveWhenSignedOut();
  const isVerified = user.user_data.email_verified_at !== null;
  return (
    <div className="wrap page personal">
      <PageHead title={texts.title} noindex />
      <Greeting user={user} hour={loaded.hour} />
      <div className="personal__columns">
        {isVerified ? (
          <Orders orders={loaded.orders} />
        ) : (
          <UnverifiedWarning email={user.user_data.email} />
        )}
        <div className="personal__aside">
          <Account user={user} />
          {isVerified && <ComingSoon>{texts.comingSoonHome}</ComingSoon>}
        </div>
      </div>
    </div>
  );
}

/** By the time of day (product.md 9). */
function Greeting({ user, hour }: { user: User; hour: number }) {
  const texts = useTexts(personalTexts);
  const { first_name, last_name } = user.user_data;
  const greet = texts[`greeting_${greetingOf(hour)}`];
  return <h1 className="page-title">{greet({ name: `${first_name} ${last_name}` })}</h1>;
}

function Orders({ orders }: { orders: Order[] | null }) {
  const texts = useTexts(personalTexts);
  usePendingDocuments(orders ?? []);
  if (orders?.length === 0) return <NoOrders />;
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="personal__heading">
        {texts.orders}
      </h2>
      {orders === null ? (
        <OrdersMissing />
      ) : (
        <ol>
          {orders.map((order) => (
            <OrderRow key={order.order_no} order={order} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** Asks again until every document has been made. */
function usePendingDocuments(orders: Order[]): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (orders.every((order) => order.all_urls_ready)) return;
    const timer = setTimeout(() => void revalidate(), ORDER_POLL_MS);
    return () => clearTimeout(timer);
  }, [orders, revalidate]);
}

function OrdersMissing() {
  const texts = useTexts(personalTexts);
  const { retry } = useTexts(platformTexts);
  const { revalidate, state } = useRevalidator();
  const isBusy = state === 'loading';
  return (
    <div className="empty">
      <p role="alert">{texts.ordersFailed}</p>
      <Button
        kind="line"
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && void revalidate()}
      >
        {retry}
      </Button>
    </div>
  );
}

/** Profile and newsletter; the latter's page has a policy of its own and is loaded whole. */
function Account({ user }: { user: User }) {
  const texts = useTexts(personalTexts);
  const preferences = `/newsletter-preferences/${user.user_data.newsletter_token}`;
  return (
    <nav className="sheet personal__account" aria-labelledby="your-account">
      <h2 id="your-account" className="sheet__title">
        {texts.yourAccount}
      </h2>
      <LocalLink to="/user/profile" className="text-link">
        {texts.toProfile}
      </LocalLink>
      <p className="small">{texts.toProfileText}</p>
      <a href={preferences} className="text-link">
        {texts.toNewsletter}
      </a>
      <p className="small">{texts.toNewsletterText}</p>
    </nav>
  );
}
