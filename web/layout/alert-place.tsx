import { useEffect } from 'react';
import { platformTexts } from '#messages/platform.ts';
import { dismissAlert, pauseAlert, resumeAlert, useAlert } from '../platform/alerts.ts';
import { useTexts } from '../platform/language.ts';
import { Icon } from '../ui/icon.tsx';

/** Where alerts appear. The status region is there from the start, so that changes are read. */
export function AlertPlace() {
  const alert = useAlert();
  useHiddenTabPause();
  const danger = alert?.kind === 'danger';
  return (
    <div className={alert?.arrived ? 'alert-place alert-place--arrived' : 'alert-place'}>
      <div className="wrap alert-place__inner">
        <output>{alert && !danger && <AlertMessage key={alert.id} />}</output>
        <div role="alert">{danger && <AlertMessage key={alert.id} />}</div>
      </div>
    </div>
  );
}

function AlertMessage() {
  const alert = useAlert();
  const texts = useTexts(platformTexts);
  if (!alert) return null;
  return (
    // The clock stops for whoever points at the message or tabs into it.
    <span
      className={`alert alert--${alert.kind}${alert.fading ? ' alert--fading' : ''}`}
      onPointerEnter={pauseAlert}
      onPointerLeave={resumeAlert}
      onFocus={pauseAlert}
      onBlur={resumeAlert}
    >
      <span>{alert.text}</span>
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
