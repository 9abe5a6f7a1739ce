import { useEffect, useLayoutEffect } from 'react';
import { layoutTexts } from '#messages/layout.ts';
import { platformTexts } from '#messages/platform.ts';
import { useLocation, useRouteLoaderData } from 'react-router';
import type { Flash } from '#contract/visit.ts';
import { dismissAlert, pauseAlert, resumeAlert, showFlash, useAlert } from '../platform/alerts.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import type { SiteData } from '../platform/site.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { Icon } from '../ui/icon.tsx';

/** The place of alerts. The status region is always in the page, so that screen readers announce changes. */
export function AlertRegion() {
  const alert = useAlert();
  const flash = useRouteLoaderData<SiteData>('site')?.flash ?? null;
  const isHydrated = useHydrated();
  useHiddenTabPause();
  // from now on the pausable timer runs; in the same moment FlashMessage disappears
  useLayoutEffect(() => void (isHydrated && flash && showFlash(flash)), [flash, isHydrated]);
  const danger = alert?.kind === 'danger';
  const isWaiting = flash !== null && !isHydrated;
  return (
    <div className="alert-region">
      <div className="wrap alert-region__inner">
        <output>{alert && !danger && <AlertMessage key={alert.id} />}</output>
        <div role="alert">{danger && <AlertMessage key={alert.id} />}</div>
        {isWaiting && <FlashMessage flash={flash} />}
      </div>
    </div>
  );
}

/** A message that the server rendered into the page: a form closes it, and CSS fades it. */
function FlashMessage({ flash }: { flash: Flash }) {
  const texts = useTexts(platformTexts);
  const fades = flash.fades ? ' alert--fades' : '';
  return (
    <dialog open className={`alert alert--${flash.kind}${fades}`} aria-labelledby="flash">
      <span>
        <span id="flash">{flash.text}</span>
        {flash.toCart && <ToCart />}
      </span>
      <form method="dialog">
        <button type="submit" className="alert__close" aria-label={texts.dismiss}>
          <Icon name="close" />
        </button>
      </form>
    </dialog>
  );
}

/** Where the tickets just added are. */
function ToCart() {
  const { toCart } = useTexts(layoutTexts);
  return (
    <>
      {' '}
      <LocalLink to="/ticketshop" className="alert__link">
        {toCart}
      </LocalLink>
    </>
  );
}

function ToLogin() {
  const { login } = useTexts(layoutTexts);
  const { pathname, search } = useLocation();
  return (
    <>
      {' '}
      <LocalLink
        to={`/auth/login?next=${encodeURIComponent(pathname + search)}`}
        className="alert__link"
      >
        {login}
      </LocalLink>
    </>
  );
}

function AlertMessage() {
  const alert = useAlert();
  const texts = useTexts(platformTexts);
  if (!alert) return null;
  return (
    // The timer stops while the pointer or the focus is on the message.
    <span
      className={`alert alert--${alert.kind}${alert.fading ? ' alert--fading' : ''}`}
      onPointerEnter={pauseAlert}
      onPointerLeave={resumeAlert}
      onFocus={pauseAlert}
      onBlur={resumeAlert}
    >
      <span>
        {alert.text}
        {alert.toCart && <ToCart />}
        {alert.toLogin && <ToLogin />}
      </span>
      <button
        type="button"
        className="alert__close"
        aria-label={texts.dismiss}
        onClick={dismissAlert}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}

function useHiddenTabPause(): void {
  useEffect(() => {
    const onChange = () => (document.hidden ? pauseAlert() : resumeAlert());
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
}
