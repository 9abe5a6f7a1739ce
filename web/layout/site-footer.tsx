import { useLocation } from 'react-router';
import { layoutTexts } from '#messages/layout.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { useHasDrawings, useSite } from '../platform/site.ts';
import { Logo } from '../ui/icon.tsx';
import { LanguageSwitch } from './site-header.tsx';
import { NewsletterSignUp } from './newsletter-sign-up.tsx';

/** The footer below its forest edge, if the festival has drawings; the contact link is at the same place on every page. */
export function SiteFooter() {
  const site = useSite();
  const texts = useTexts(layoutTexts);
  const language = useLanguage();
  const { association } = site;
  const hasDrawings = useHasDrawings();
  const { pathname, search } = useLocation();
  return (
    <footer className="site-footer">
      {hasDrawings && <div className="site-footer__edge" aria-hidden="true" />}
      <div className="wrap site-footer__columns">
        <div className="site-footer__claim">
          <Logo />
          <p>{site.tagline}</p>
        </div>
        <address className="site-footer__address" lang={language === 'de' ? undefined : 'de'}>
          {association.name}
          <br />
          {association.street}
          <br />
          {association.postalCode} {association.city}
          <a href={`mailto:${association.email}`}>{association.email}</a>
        </address>
        <nav aria-label={texts.footerMenu}>
          <SiteLinks />
        </nav>
        <OutsideLinks />
        {/* on another page nothing has been refused yet */}
        {pathname !== '/newsletter' && <NewsletterSignUp key={pathname + search} />}
      </div>
      <div className="wrap site-footer__last">
        <p>
          © {site.year} {association.name}
        </p>
        <LanguageSwitch long />
        {hasDrawings && <p>{texts.picturesNote}</p>}
      </div>
    </footer>
  );
}

function SiteLinks() {
  const texts = useTexts(layoutTexts);
  return (
    <div className="site-footer__pages">
      <LinkList
        links={[
          ['/', texts.home],
          ['/concerts/all', texts.concerts],
          ['/about', texts.about],
          ['/contact', texts.contact],
          ['/tickets/find', texts.findTickets],
        ]}
      />
      <LinkList
        links={[
          ['/impressum', texts.imprint],
          ['/terms', texts.terms],
          ['/privacy', texts.privacy],
          ['/accessibility', texts.accessibility],
        ]}
      />
    </div>
  );
}

function LinkList({ links }: { links: [path: string, label: string][] }) {
  return (
    <ul>
      {links.map(([to, label]) => (
        <li key={to}>
          <LocalLink to={to}>{label}</LocalLink>
        </li>
      ))}
    </ul>
  );
}

function OutsideLinks() {
  const texts = useTexts(layoutTexts);
  const { links } = useSite();
  const outside = [
    [links.masterclasses, texts.masterclasses],
    [links.video, texts.video],
    [links.photos, texts.photos],
    [links.social, texts.social],
  ].filter(([href]) => href !== '');
  if (outside.length === 0) return null;
  return (
    <nav aria-label={texts.outsideLinks}>
      <ul>
        {outside.map(([href, label]) => (
          <li key={label}>
            <a href={href} rel="noopener">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
