import { Form, useLocation } from 'react-router';
import { layoutTexts } from '#messages/layout.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { withoutLanguage } from '../platform/localized-path.ts';
import { useVisit } from '../platform/use-visit.ts';

/** The entries of the menu. */
export function MainMenu({ phone = false }: { phone?: boolean }) {
  const texts = useTexts(layoutTexts);
  const { entries, isSignedIn } = useVisit();
  return (
    <ul className="menu">
      <Entry to="/" label={texts.home} />
      <Entry to="/concerts/all" label={texts.concerts} under="/concerts" />
      <Entry to="/about" label={texts.about} />
      <Entry to="/contact" label={texts.contact} />
      {phone && entries > 0 && <Entry to="/ticketshop" label={texts.cart} />}
      {isSignedIn ? (
        <>
          <Entry to="/user" label={texts.personalArea} />
          <LogoutEntry />
        </>
      ) : (
        <Entry to="/auth/login" label={texts.login} />
      )}
    </ul>
  );
}

function Entry({ to, label, under }: { to: string; label: string; under?: string }) {
  const path = withoutLanguage(useLocation().pathname);
  const here = path === to ? 'page' : under && path.startsWith(under) ? 'true' : undefined;
  return (
    <li>
      <LocalLink to={to} className="menu__link" aria-current={here}>
        {label}
      </LocalLink>
    </li>
  );
}

/** Signs out and returns to this page, unless it needs a user. */
function LogoutEntry() {
  const texts = useTexts(layoutTexts);
  const { pathname, search } = useLocation();
  return (
    <li>
      <Form method="post" action="/auth/logout" preventScrollReset>
        <input type="hidden" name="from" value={pathname + search} />
        <button type="submit" className="menu__link">
          {texts.logout}
        </button>
      </Form>
    </li>
  );
}
