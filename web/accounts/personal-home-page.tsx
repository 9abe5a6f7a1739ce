import { useEffect, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { berlinParts } from '#contract/berlin-time.ts';
import { ORDER_POLL_MS } from '#contract/constants.ts';
import { greetingOf } from '#contract/rules.ts';
import { personalTexts } from '#messages/accounts.ts';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { isLostNetwork } from '../platform/or-problem.ts';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext } from '../platform/shop-context.ts';
import { useLatest } from '../platform/use-latest.ts';
import { ButtonLink } from '../ui/button.tsx';
import { StaveRule } from '../ui/stave-rule.tsx';
import type { Route } from './+types/personal-home-page';
import { ComingSoon } from './coming-soon.tsx';
import { OrderRow, type Order } from './order-row.tsx';
import { userContext } from './require-user.server.ts';
import { UnverifiedWarning } from './unverified-warning.tsx';
import './personal.css';

/** The user, and the orders, null when they cannot be had. */
export async function loader({ context }: Route.LoaderArgs) {
  const { user_data: user } = context.get(userContext);
  const { response } = await context.get(shopContext).call('listOrders', {});
  return { user, orders: response?.data ?? null, hour: berlinParts(new Date()).hour };
}

/** Asking for documents again must not take the page away when the network is lost: null, then all stays. */
export async function clientLoader({ serverLoader, url }: Route.ClientLoaderArgs) {
  return serverLoader().catch((error: unknown) => {
    if (isLostNetwork(error) && url.pathname === window.location.pathname) return null;
    throw error;
  });
}

/** PersonalHomeView (product.md 2). */
export default function PersonalHomePage({ loaderData }: Route.ComponentProps) {
  const texts = useTexts(personalTexts);
  const known = useLatest(loaderData);
  if (known === null) return null;
  const { user, orders, hour } = known;
  const isVerified = user.email_verified_at !== null;
  return (
    <div className="wrap page personal">
      <PageHead title={texts.title} noindex />
      <Greeting name={`${user.first_name} ${user.last_name}`} hour={hour} />
      <div className="personal__columns">
        <div className="personal__main">
          {!isVerified && <UnverifiedWarning email={user.email} />}
          <Orders orders={orders} />
        </div>
        <div className="personal__aside">
          <Account newsletterToken={user.newsletter_token} />
          {isVerified && <ComingSoon>{texts.comingSoonHome}</ComingSoon>}
        </div>
      </div>
    </div>
  );
}

const neverChanges = () => () => undefined;

/** By the hour of the visitor's own clock, without scripts by the festival's (product.md 9). */
function Greeting({ name, hour }: { name: string; hour: number }) {
  const texts = useTexts(personalTexts);
  const own = useSyncExternalStore(
    neverChanges,
    () => new Date().getHours(),
    () => hour,
  );
  return <h1 className="page-title">{texts[`greeting_${greetingOf(own)}`]({ name })}</h1>;
}

function Orders({ orders }: { orders: Order[] | null }) {
  const texts = useTexts(personalTexts);
  const { retry } = useTexts(platformTexts);
  usePendingDocuments(orders ?? []);
  if (orders?.length === 0) return <NoOrders />;
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="personal__heading">
        {texts.orders}
      </h2>
      {orders === null ? (
        <div className="empty">
          <p role="alert">{texts.ordersFailed}</p>
          <ButtonLink to="/user" kind="line">
            {retry}
          </ButtonLink>
        </div>
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

/** No order yet: a stave without a summit, and the way to the first one. */
function NoOrders() {
  const texts = useTexts(personalTexts);
  return (
    <section className="empty personal__empty" aria-labelledby="no-orders">
      <StaveRule />
      <h2 id="no-orders" className="personal__heading">
        {texts.noOrdersTitle}
      </h2>
      <p>{texts.noOrdersText}</p>
      <ButtonLink to="/concerts/all" icon="right">
        {texts.toConcerts}
      </ButtonLink>
    </section>
  );
}

/** Asks again until every document has been made. */
function usePendingDocuments(orders: Order[]): void {
  const { revalidate } = useRevalidator();
  const isPending = !orders.every((order) => order.all_urls_ready);
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => void revalidate(), ORDER_POLL_MS);
    return () => clearInterval(timer);
  }, [isPending, revalidate]);
}

/** Profile and newsletter; the latter's page has a policy of its own and is loaded whole. */
function Account({ newsletterToken }: { newsletterToken: string }) {
  const texts = useTexts(personalTexts);
  return (
    <nav className="sheet personal__account" aria-labelledby="your-account">
      <h2 id="your-account" className="sheet__title">
        {texts.yourAccount}
      </h2>
      <LocalLink to="/user/profile" className="text-link">
        {texts.toProfile}
      </LocalLink>
      <p className="small">{texts.toProfileText}</p>
      <a href={`/newsletter-preferences/${newsletterToken}`} className="text-link">
        {texts.toNewsletter}
      </a>
      <p className="small">{texts.toNewsletterText}</p>
    </nav>
  );
}
