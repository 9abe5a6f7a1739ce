import { layoutTexts } from '#messages/layout.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { useSite } from '../platform/site.ts';
import { Mark } from '../ui/mark.tsx';
import { CartDropdown } from './cart-dropdown.tsx';
import type { HeaderVariant } from './header-variant.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { MainMenu } from './main-menu.tsx';
import { PhoneMenu } from './phone-menu.tsx';

/** Logo, menu, cart and language; on small screens the menu is an overlay (product.md 2). */
export function SiteHeader({ variants }: { variants: HeaderVariant[] }) {
  const texts = useTexts(layoutTexts);
  const language = useLanguage();
  const site = useSite();
  return (
    <header className={['site-header', ...variants.map((one) => `site-header--${one}`)].join(' ')}>
      <div className="wrap site-header__inner">
        <LocalLink to="/" className="logo" aria-label={texts.logo({ name: site.name })}>
          <Mark />
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
