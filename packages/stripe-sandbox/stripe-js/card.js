// The payment element's frame: the card fields, and the confirmation with what they hold.
import { applyAppearance, loadFonts } from './apply-appearance.js';
import { callIntent } from './call-api.js';
import { cardFields } from './card-fields.js';
import { connect } from './connect.js';
import { fillTexts, languageOf, textOf } from './texts.js';

const form = document.querySelector('form');
let settings = {};
let language = 'en';
let postEvent = () => undefined;

const fields = cardFields(form, (code) => textOf(code, language), postChange);

connect(onConnect, {
  validate,
  confirm,
  fetchUpdates,
  update,
  focus: fields.focus,
  clear: () => fields.clear(),
});

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('focusin', () => postEvent('focus'));
form.addEventListener('focusout', () => postEvent('blur'));
form.addEventListener('keydown', ({ key }) => key === 'Escape' && postEvent('escape'));

async function onConnect(pageSettings, postToPage) {
  settings = pageSettings;
  postEvent = postToPage;
  applySettings();
  const error = await loadError();
  if (error) postEvent('loaderror', { error });
  else postEvent('ready');
}

function applySettings() {
  language = languageOf(settings.locale);
  fillTexts(language);
  applyAppearance(settings.appearance);
  loadFonts(settings.fonts);
}

/** Stripe.js does not load for an intent that is over. */
async function loadError() {
  if (!settings.clientSecret) return undefined;
  const { error, paymentIntent } = await callIntent(settings, language);
  if (error) return error;
  if (!['succeeded', 'canceled', 'processing'].includes(paymentIntent.status)) return undefined;
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent is ${paymentIntent.status} and cannot be used with Elements.`,
    payment_intent: paymentIntent,
  };
}

async function fetchUpdates() {
  const error = await loadError();
  return error ? { error: { message: error.message, status: error.payment_intent?.status } } : {};
}

async function update(more) {
  Object.assign(settings, more);
  applySettings();
  fields.relabel();
}

async function validate() {
  const code = fields.validate();
  return code && { type: 'validation_error', code, message: textOf(code, language) };
}

async function confirm({ clientSecret, returnUrl }) {
  const error = await validate();
  if (error) return { error };
  fields.lock(true);
  const result = await callIntent({ ...settings, clientSecret }, language, '/confirm', {
    ...fields.values(),
    use_stripe_sdk: true,
    ...(returnUrl ? { return_url: returnUrl } : {}),
  });
  fields.lock(false);
  return result;
}

function postChange() {
  postEvent('change', {
    complete: fields.isComplete(),
    empty: fields.isEmpty(),
    collapsed: false,
    value: { type: 'card' },
  });
}
