import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { preload } from 'react-dom';
import { cartTexts } from '#messages/cart.ts';
import { paymentTexts } from '#messages/payment.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { useConfig } from '../platform/site.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { mountCardElement, type Confirm } from './mount-card-element.ts';
import type { CardPayment } from './submit-payment.server.ts';

interface CardFieldsProps {
  /** Null until the payment is open. */
  card: CardPayment | null;
  /** Confirms the payment; null until the fields are loaded. */
  onChange: (confirm: Confirm | 'failed' | null) => void;
}

/** The embedded payment element; it starts again with every payment and every attempt. Needs scripts. */
export function CardFields({ card, onChange }: CardFieldsProps) {
  const texts = useTexts(paymentTexts);
  const [attempts, setAttempts] = useState(0);
  const { stripeJsUrl } = useConfig();
  useEffect(() => preload(stripeJsUrl, { as: 'script' }), [stripeJsUrl]);
  const secret = card?.clientSecret ?? null;
  if (card === null || secret === null) {
    return (
      <div className="card-fields">
        <Spinner label={texts.cardLoading} />
      </div>
    );
  }
  return (
    <Element
      key={`${secret} ${attempts}`}
      clientSecret={secret}
      publishableKey={card.publishableKey}
      onChange={onChange}
      onRetry={() => setAttempts((count) => count + 1)}
    />
  );
}

interface ElementProps extends Pick<CardFieldsProps, 'onChange'> {
  clientSecret: string;
  publishableKey: string;
  onRetry: () => void;
}

/** The provider's frame: a spinner until it has loaded, or the reason why it cannot, with a retry. */
function Element({ clientSecret, publishableKey, onChange, onRetry }: ElementProps) {
  const texts = useTexts(paymentTexts);
  const shop = useTexts(cartTexts);
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const { stripeJsUrl } = useConfig();
  const language = useLanguage();
  const change = useEffectEvent((next: 'ready' | 'failed', confirm: Confirm | 'failed') => {
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
      onFailed: () => change('failed', 'failed'),
    });
  }, [stripeJsUrl, publishableKey, clientSecret, language]);
  const leave = useEffectEvent(() => onChange(null));
  useEffect(() => leave, []);

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
