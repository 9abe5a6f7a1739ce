// A page as the shop's payment step is, for stripe-js.test.ts: the real @stripe/react-stripe-js.
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeElementLocale } from '@stripe/stripe-js';
import { createElement as h, type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const query = new URLSearchParams(location.search);
const clientSecret = query.get('secret') ?? '';

function PayForm(): ReactNode {
  const stripe = useStripe();
  const elements = useElements();
  const [result, setResult] = useState('');
  const [state, setState] = useState('loading');
  const pay = async (): Promise<void> => {
    if (!stripe || !elements) return;
    setResult('');
    setResult(JSON.stringify(await stripe.confirmPayment({ elements, redirect: 'if_required' })));
  };
  return h(
    'form',
    {},
    h(PaymentElement, {
      onReady: () => setState('ready'),
      onLoadError: ({ error }) => setState(`loaderror ${error.code ?? error.type}`),
    }),
    h('button', { type: 'button', onClick: () => void pay() }, 'Pay'),
    h('p', { id: 'state' }, state),
    h('output', {}, result),
  );
}

const root = document.querySelector('#root');
const stripe = window.Stripe?.('pk_test_sandbox');
if (root && stripe) {
  const locale = (query.get('locale') ?? 'en') as StripeElementLocale;
  const appearance = {
    variables: { colorDanger: '#b3261e', fontSizeBase: '18px', borderRadius: '0px' },
    rules: { '.Label': { textTransform: 'uppercase' } },
  };
  const options = { clientSecret, locale, appearance };
  createRoot(root).render(
    h(StrictMode, null, h(Elements, { stripe, options, children: h(PayForm) })),
  );
}
