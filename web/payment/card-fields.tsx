import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { cartTexts } from '#messages/cart.ts';
import { paymentTexts } from '#messages/payment.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { useConfig } from '../platform/site.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { mountCardElement, type Confirm } from './mount-card-element.ts';

interface CardFieldsProps {
  clientSecret: string;
  publishableKey: string;
  /** What confirms, once the fields are there; null while they are not. */
  onChange: (confirm: Confirm | null) => void;
}

/** The embedded payment element; it starts afresh with every payment and every try. */
export function CardFields(props: CardFieldsProps) {
  const [tries, setTries] = useState(0);
  const retry = () => setTries((count) => count + 1);
  return <Element key={`${props.clientSecret} ${tries}`} {...props} onRetry={retry} />;
}

/** The provider's frame; until it is there a spinner, if it cannot load the reason and another try. */
function Element(props: CardFieldsProps & { onRetry: () => void }) {
  const { clientSecret, publishableKey, onChange, onRetry } = props;
  const texts = useTexts(paymentTexts);
  const shop = useTexts(cartTexts);
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const { stripeJsUrl } = useConfig();
  const language = useLanguage();
  const change = useEffectEvent((next: 'ready' | 'failed', confirm: Confirm | null) => {
    setState(next);
    onChange(confirm);
  });

  useEffect(() => {
    if (place.current === null) return;
    return mountCardElement(place.current, {
      stripeJsUrl,
      publishableKey,
      clientSecret,
      language,
      onReady: (confirm) => change('ready', confirm),
      onFailed: () => change('failed', null),
    });
  }, [stripeJsUrl, publishableKey, clientSecret, language]);

  return (
    <div className="card-fields">
      {state === 'loading' && <Spinner label={texts.cardLoading} />}
      {state === 'failed' && (
        <AlertBox kind="danger" title={shop.failed}>
          <p>{texts.cardFailed}</p>
          <Button kind="line" small onClick={onRetry}>
            {shop.tryAgain}
          </Button>
        </AlertBox>
      )}
      <div ref={place} className="card-fields__place" hidden={state === 'failed'} />
    </div>
  );
}
