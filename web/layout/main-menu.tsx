import { useLocation, useNavigate } from 'react-router';
import { layoutTexts } from '#messages/layout.ts';
import { useCart } from '../platform/cart-store.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { withoutLanguage } from '../platform/localized-path.ts';
import { useUser } from '../platform/session.ts';
import { logOut } from './log-out.ts';

/** The entries of the menu; those of a signed-in user show once the browser knows one. */
export function MainMenu({ phone = false }: { phone?: boolean }) {
  const texts = useTexts(layoutTexts);
  const user = useUser();
  const cart = useCart();
  const withCart = phone && (cart?.items.length ?? 0) > 0;
  return (
    <ul className="menu">
      <Entry to="/" label={texts.home} />
      <Entry to="/concerts/all" label={texts.concerts} under="/concerts" />
      <Entry to="/about" label={texts.about} />
      <Entry to="/contact" label={texts.contact} />
      {withCart && <Entry to="/ticketshop" label={texts.cart} />}
      {user === null ? (
        <Entry to="/auth/login" label={texts.login} />
      ) : (
        <>
          <Entry to="/user" label={texts.personalArea} />
          <LogOutEntry />
        </>
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

function LogOutEntry() {
  const texts = useTexts(layoutTexts);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leave = async () => {
    await logOut();
    if (pathname.startsWith('/user')) await navigate('/');
  };
  return (
    <li>
      <button type="button" className="menu__link" onClick={() => void leave()}>
        {texts.logout}
      </button>
    </li>
  );
}
