// A stand-in for Stripe.js: the part that @stripe/stripe-js and @stripe/react-stripe-js use for card
// payments with the payment element. The card fields live in a frame of the sandbox's origin, so
// the page never sees a card number, and the frame rules of its policy are tested.
// The server joins these modules into one classic script.
import { showAuthentication } from './authentication-dialog.js';
import { createGroup, groups } from './elements-group.js';
import { IntegrationError } from './listeners.js';
import { BASE } from './open-frame.js';
import { offline } from './page-texts.js';

/** Goes on to the return page, as Stripe.js does; the promise never resolves. */
function leaveFor(returnUrl, { id, client_secret: secret, status }) {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', id);
  url.searchParams.set('payment_intent_client_secret', secret);
  url.searchParams.set('redirect_status', status === 'processing' ? 'pending' : 'succeeded');
  location.assign(url);
  return new Promise(() => {});
}

const unsupported = (name) => async () => {
  throw new IntegrationError(`The sandbox has no ${name}: use the payment element.`);
};

function Stripe(key, stripeOptions = {}) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError('Please call Stripe() with your publishable key (pk_…).');
  }
  async function retrievePaymentIntent(clientSecret) {
    const query = new URLSearchParams({ key, client_secret: clientSecret });
    try {
      const path = `/v1/payment_intents/${String(clientSecret).split('_secret_')[0]}?${query}`;
      const content = await (await fetch(BASE + path)).json();
      return content.error ? { error: content.error } : { paymentIntent: content };
    } catch {
      return { error: offline(stripeOptions.locale) };
    }
  }

  async function handleNextAction({ clientSecret }, settings = stripeOptions) {
    const now = await retrievePaymentIntent(clientSecret);
    if (now.paymentIntent?.status !== 'requires_action') return now;
    const { locale, appearance, fonts } = settings;
    return showAuthentication({ key, clientSecret, locale, appearance, fonts });
  }

  async function confirmPayment(options) {
    const group = groups.get(options?.elements);
    if (!group) throw new IntegrationError('confirmPayment needs `elements`.');
    const clientSecret = options.clientSecret ?? group.settings.clientSecret;
    const returnUrl = options.confirmParams?.return_url;
    if (!clientSecret) throw new IntegrationError('confirmPayment needs a client secret.');
    if (!returnUrl && options.redirect !== 'if_required') {
      throw new IntegrationError('confirmPayment needs confirmParams.return_url.');
    }
    let result = await group.call('confirm', { clientSecret, returnUrl });
    if (result.paymentIntent?.status === 'requires_action') {
      result = await handleNextAction({ clientSecret }, group.settings);
    }
    if (result.error || options.redirect === 'if_required') return result;
    return leaveFor(returnUrl, result.paymentIntent);
  }

  return {
    elements: (options = {}) => createGroup(key, { locale: stripeOptions.locale, ...options }),
    confirmPayment,
    retrievePaymentIntent,
    handleNextAction,
    createToken: unsupported('createToken'),
    createPaymentMethod: unsupported('createPaymentMethod'),
    confirmCardPayment: unsupported('confirmCardPayment'),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}
// The name of the release train: @stripe/stripe-js compares it with its own.
Stripe.version = 'endive';
window.Stripe = Stripe;
