import { useMatches, Form, useLocation } from 'react-router';
import { layoutTexts } from '#messages/layout.ts';
import { useLanguage, useTexts, LocalLink, withoutLanguage } from '../platform/language.tsx';
import { useSite } from '../platform/site.ts';
import { Icon, Logo } from '../ui/icon.tsx';
import { CartDropdown } from './cart-dropdown.tsx';
import { useVisit } from '../platform/use-visit.ts';
import { useRef, useState, type MouseEvent } from 'react';
import { useHydrated } from '../platform/use-hydrated.ts';
import { useOnNavigation } from './page-effects.tsx';
import type { Language } from '#contract/language.ts';

/** How a header looks: over the page's picture, as wide as that picture, in moonlight. */
export type HeaderVariant = 'on-sky' | 'wide' | 'moonlit';

/**
 * A route exports this as `handle` if its header is not the usual one. The header is rendered before its page: if it
 * learnt its variant from the page, everything would move when the page arrives.
 */
export interface HeaderHandle<Data = unknown> {
  /** @param data the route's loader data; undefined if it failed */
  header: (data: Data | undefined) => HeaderVariant[];
}

/** The header variants of this page's routes. */
export function useHeaderVariant(): HeaderVariant[] {
  return useMatches().flatMap(({ handle, loaderData }) => {
    const variants = handle as HeaderHandle | undefined;
    return variants === undefined ? [] : variants.header(loaderData);
  });
}

/** Logo, menu, cart and language; on small screens the menu is an overlay (product.md 2). */
export function SiteHeader({ variants }: { variants: HeaderVariant[] }) {
  const texts = useTexts(layoutTexts);
  const language = useLanguage();
  const site = useSite();
  return (
    <header className={['site-header', ...variants.map((one) => `site-header--${one}`)].join(' ')}>
      <div className="wrap site-header__inner">
        <LocalLink to="/" className="logo" aria-label={texts.logo({ name: site.name })}>
          <Logo />
          <span className="logo__name" lang={language === 'de' ? undefined : 'de'}>
            {site.name}
          </span>
        </LocalLink>
        <nav className="site-header__menu" aria-label={texts.mainMenu}>
          <MainMenu />
        </nav>
        <CartDropdown />
        <LanguageSwitch />
        <PhoneMenu />
      </div>
    </header>
  );
}

/** The entries of the menu. */
function MainMenu({ phone = false }: { phone?: boolean }) {
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

/**
 * The menu of small screens: a popover, so that it works without scripts. Hydrated pages open it as a modal
 * dialog, which keeps the focus inside.
 */
function PhoneMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useHydrated();
  const texts = useTexts(layoutTexts);
  const show = (event: MouseEvent) => {
    event.preventDefault();
    dialog.current?.showModal();
    setOpen(true);
  };
  const hide = () => {
    // before hydration it opened as a popover
    if (dialog.current?.open) dialog.current.close();
    else dialog.current?.hidePopover();
  };
  useOnNavigation(hide);
  return (
    <>
      <button
        type="button"
        className="icon-button site-header__burger"
        aria-label={texts.openMenu}
        aria-haspopup="dialog"
        aria-expanded={isHydrated ? isOpen : undefined}
        popoverTarget="phone-menu"
        onClick={show}
      >
        <Icon name="menu" />
      </button>
      <dialog
        ref={dialog}
        id="phone-menu"
        popover="auto"
        className="phone-menu"
        aria-label={texts.mainMenu}
        onClose={() => setOpen(false)}
      >
        <button
          type="button"
          className="icon-button phone-menu__close"
          aria-label={texts.closeMenu}
          popoverTarget="phone-menu"
          popoverTargetAction="hide"
          onClick={hide}
        >
          <Icon name="close" />
        </button>
        <nav aria-label={texts.mainMenu}>
          <MainMenu phone />
        </nav>
        <LanguageSwitch />
      </dialog>
    </>
  );
}

const names: Record<Language, string> = { de: 'Deutsch', en: 'English' };

/** Links to the page in the other language by a full load, which stores the choice (choose-language.ts); none on a German site. */
export function LanguageSwitch({ long = false }: { long?: boolean }) {
  const current = useLanguage();
  const texts = useTexts(layoutTexts);
  const { pathname, search } = useLocation();
  if (useSite().isGermanOnly) return null;
  return (
    <form method="post" action="/language">
      <input type="hidden" name="to" value={pathname + search} />
      <ul className="language-switch" aria-label={texts.language}>
        {(['de', 'en'] as const).map((language) => (
          <li key={language}>
            <button
              type="submit"
              name="language"
              value={language}
              lang={language}
              aria-current={language === current ? 'true' : undefined}
            >
              {long ? (
                names[language]
              ) : (
                <abbr title={names[language]}>{language.toUpperCase()}</abbr>
              )}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
