// The page where the buyer's bank would ask: in a dialog of Stripe.js, or alone, when a payment
// confirmed by the server sends the buyer here (`next_action.redirect_to_url`).
import { applyAppearance, loadFonts } from './apply-appearance.js';
import { callIntent } from './call-api.js';
import { connect } from './connect.js';
import { fillTexts, languageOf, translateError } from './texts.js';

const query = new URLSearchParams(location.search);
let settings = { key: query.get('key'), clientSecret: query.get('client_secret') };
let language = languageOf('auto');
let finish = leave;
let isChosen = false;
// disabled until the page has said which payment it is about: an earlier click would be lost
const completeButton = document.querySelector('#complete');
const failButton = document.querySelector('#fail');

connect(
  (pageSettings, postEvent) => {
    settings = pageSettings;
    finish = (result) => postEvent('done', result);
    showPage();
  },
  { fail: () => choose('fail') },
);
if (settings.clientSecret) showPage();

completeButton.addEventListener('click', () => void choose('complete'));
failButton.addEventListener('click', () => void choose('fail'));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && !failButton.disabled) void choose('fail');
});

function showPage() {
  language = languageOf(settings.locale);
  completeButton.disabled = false;
  failButton.disabled = false;
  fillTexts(language);
  applyAppearance(settings.appearance);
  loadFonts(settings.fonts);
  document.querySelector('h1').focus();
}

async function choose(outcome) {
  if (isChosen) return;
  isChosen = true;
  const result = await callIntent(settings, language, '/authenticate', { outcome });
  const failure = result.error ?? result.paymentIntent.last_payment_error;
  if (result.error?.type === 'api_connection_error') {
    document.querySelector('#message').textContent = result.error.message;
    isChosen = false;
  } else if (failure) {
    const error = { payment_intent: result.paymentIntent, ...translateError(failure, language) };
    finish({ error });
  } else {
    finish(result);
  }
}

/** Alone: on to the shop's return page. */
function leave({ error, paymentIntent }) {
  const intent = paymentIntent ?? error.payment_intent;
  const url = new URL(query.get('return_url'));
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', error ? 'failed' : 'succeeded');
  location.assign(url);
}
