import { textOf, translateError } from './texts.js';

/** Calls `/v1/payment_intents/:id<path>` as a browser may; returns `{ paymentIntent }` or `{ error }`. */
export async function callIntent({ key, clientSecret }, language, path = '', fields = null) {
  const id = clientSecret.split('_secret_')[0];
  const params = new URLSearchParams({ key, client_secret: clientSecret, ...fields });
  const url = new URL(`../v1/payment_intents/${id}${path}`, import.meta.url);
  try {
    const response = fields
      ? await fetch(url, { method: 'POST', body: params })
      : await fetch(`${url}?${params}`);
    const content = await response.json();
    if (!content.error) return { paymentIntent: content };
    return { error: translateError(content.error, language) };
  } catch {
    return { error: { type: 'api_connection_error', message: textOf('offline', language) } };
  }
}
