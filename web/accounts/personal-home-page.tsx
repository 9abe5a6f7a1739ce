import './personal.css';
import { berlinParts } from '#contract/berlin-time.ts';
import { greetingOf } from '#contract/rules.ts';
import { personalTexts } from '#messages/accounts.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { isLostNetwork } from '../platform/to-problem.ts';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext } from '../platform/visit.ts';
import { useBrowserValue } from '../platform/store.ts';
import { useLatest } from '../platform/use-polling.ts';
import type { Route } from './+types/personal-home-page';
import { ComingSoon } from './coming-soon.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import { userContext } from './require-user.server.ts';
import { FormShell } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { SlowNote } from '../ui/spinner.tsx';

/** The user, and the orders, null when they cannot be loaded. */
export async function loader({ context }: Route.LoaderArgs) {
  const { accessToken: _secret, ...user } = context.get(userContext)();
  const { output } = await context.get(shopContext).tryRead('order:list-own', undefined);
  return { user, orders: output, hour: berlinParts(new Date()).hour };
}

/** Polling for documents must not replace the page when the network is lost: null keeps the last data. */
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
  const isVerified = user.emailVerifiedAt !== null;
  const unverified = user.pendingEmail ?? (isVerified ? null : user.email);
  return (
    <div className="wrap page personal">
      <PageHead title={texts.title} noindex />
      <Greeting name={`${user.firstName} ${user.lastName}`} hour={hour} />
      <div className="personal__columns">
        <div className="personal__main">
          {unverified !== null && <UnverifiedWarning email={unverified} />}
          <CustomerOrders orders={orders} />
        </div>
        <div className="personal__aside">
          <Account newsletterToken={user.newsletterToken} />
          {unverified === null && <ComingSoon>{texts.comingSoonHome}</ComingSoon>}
        </div>
      </div>
    </div>
  );
}

/** Greets by the visitor's own clock; without scripts, by the festival's (product.md 9). */
function Greeting({ name, hour }: { name: string; hour: number }) {
  const texts = useTexts(personalTexts);
  const own = useBrowserValue(() => new Date().getHours(), hour);
  return <h1 className="page-title">{texts[`greeting_${greetingOf(own)}`]({ name })}</h1>;
}

/** Links to profile and newsletter; the latter's page has a policy of its own and needs a full load. */
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

/** Says that the e-mail is not verified and sends the mail again (product.md 2 and 4). */
function UnverifiedWarning({ email }: { email: string }) {
  const texts = useTexts(personalTexts);
  // the response is a message of the page; without a response, the form says so
  const form = useForm('resend', { stays: true });
  return (
    <div className="alert alert--info alert--inline personal__warning">
      <div>
        <p className="alert__title">{texts.unverifiedTitle}</p>
        <p>{texts.unverifiedText({ email })}</p>
        <SlowNote busy={form.isBusy} />
        {form.failure !== '' && (
          <p role="alert" className="field__error">
            {texts.resendFailed}. {form.failure}
          </p>
        )}
        <FormShell form={form} className={undefined} action="/auth/resend-verification">
          <button type="submit" className="text-link" aria-disabled={form.isBusy || undefined}>
            {form.isBusy ? texts.resending : texts.resend}
          </button>
        </FormShell>
      </div>
    </div>
  );
}
