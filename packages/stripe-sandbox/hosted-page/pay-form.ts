import { html, raw } from 'hono/html';
import type { SessionRecord, PaymentMethodRecord } from '../state/records.ts';
import { ApiFailure } from '../api/failure.ts';
import { readPaymentMethod } from '../payments/payment-method.ts';
import type { State } from '../state/open-state.ts';

type Html = ReturnType<typeof html>;

/** The content of the page with the card fields. */
export type PayPage = {
  session: SessionRecord;
  cancelUrl: string | null;
  entries: CardEntries;
  errors: CardErrors;
  /** Why the card was declined. */
  message: string | null;
};

/** '52.00 €', as Stripe's page shows it in English. */
const euro = (cents: number): string => `${(cents / 100).toFixed(2)} €`;

/** The page with the card fields. */
export function payPageHtml({ session, cancelUrl, entries, errors, message }: PayPage): Html {
  const title = `Pay ${euro(session.amount)}`;
  const wrong = Object.keys(errors);
  const first = wrong[0] ?? (message === null ? undefined : 'number');
  const field = (name: keyof CardEntries, label: string, more: string): Html =>
    html` <p class="Field${name === 'number' ? ' Field--wide' : ''}">
      <label class="Label" for="${name}">${label}</label>
      <span class="Error" id="${name}-error">${errors[name] ?? ''}</span>
      <input
        class="Input${errors[name] ? ' Input--invalid' : ''}"
        id="${name}"
        name="${name}"
        value="${entries[name]}"
        inputmode="numeric"
        aria-describedby="${name}-error"
        aria-invalid="${String(errors[name] !== undefined)}"
        required
        ${raw(more)}
        ${first === name ? raw('autofocus') : ''}
      />
    </p>`;
  const content = html` <h1 class="Heading">${title}</h1>
    ${linesHtml(session)}
    <form class="Block" method="post" novalidate>
      <p class="TestMode">
        <strong>TEST MODE</strong> No money is taken. Test card: 4242 4242 4242 4242, any date to
        come, any three digits.
      </p>
      ${message === null ? '' : html`<p class="Error Field--wide" role="alert">${message}</p>`}
      ${field('number', 'Card number', 'autocomplete="cc-number" maxlength="23" placeholder="1234 1234 1234 1234"')}
      ${field('expiry', 'MM / YY', 'autocomplete="cc-exp" maxlength="7" placeholder="12 / 34"')}
      ${field('cvc', 'CVC', 'autocomplete="cc-csc" maxlength="4" placeholder="123"')}
      <p class="Buttons Field--wide"><button class="Button Button--main">${title}</button></p>
    </form>
    ${backHtml(cancelUrl)}`;
  return pageHtml(first === undefined ? title : `Error: ${title}`, content);
}

/** The page that stands for the bank's authentication. */
export function authenticationHtml(): Html {
  const title = 'Complete authentication';
  return pageHtml(
    title,
    html` <p class="TestMode"><strong>TEST MODE</strong></p>
      <h1 class="Heading">${title}</h1>
      <p>
        This is where your bank would ask you. “Complete” confirms the payment, “Fail” refuses it.
      </p>
      <form class="Buttons" method="post">
        <button class="Button Button--main" name="outcome" value="complete">Complete</button>
        <button class="Button" name="outcome" value="fail">Fail</button>
      </form>`,
  );
}

/** A page with a message, such as that the session has expired. */
export function noteHtml(title: string, text: string, cancelUrl: string | null): Html {
  return pageHtml(
    title,
    html` <p class="TestMode"><strong>TEST MODE</strong></p>
      <h1 class="Heading">${title}</h1>
      <p>${text}</p>
      ${backHtml(cancelUrl)}`,
  );
}

const backHtml = (url: string | null): Html | '' =>
  url === null ? '' : html`<p><a class="Link" href="${url}">Back</a></p>`;

function linesHtml(session: SessionRecord): Html {
  const row = (name: string, cents: number): Html =>
    html`<div>
      <dt>${name}</dt>
      <dd>${euro(cents)}</dd>
    </div>`;
  return html`<dl class="Lines">
    ${session.lines.map((line) =>
      row(`${line.quantity} × ${line.name}`, line.quantity * line.unitAmount),
    )}
    ${row('Total', session.amount)}
  </dl>`;
}

function pageHtml(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} (test mode)</title>
        <link rel="stylesheet" href="../frame/frame.css" />
      </head>
      <body>
        <main class="Page">${content}</main>
      </body>
    </html>`;
}

/** The card fields as typed. */
export type CardEntries = { number: string; expiry: string; cvc: string };
/** Error messages by field. */
export type CardErrors = Partial<Record<keyof CardEntries, string>>;

/** The entries of a posted form. */
export function readEntries(form: URLSearchParams): CardEntries {
  const read = (name: string): string => form.get(name)?.slice(0, 40) ?? '';
  return { number: read('number'), expiry: read('expiry'), cvc: read('cvc') };
}

/** The payment method of these entries, or their errors. */
export function readCard(
  state: State,
  entries: CardEntries,
): { method: PaymentMethodRecord } | { errors: CardErrors } {
  const number = digitsOf(entries.number);
  const [, month = '', year = ''] =
    /^(\d{1,2})\D+(\d{2}|\d{4})$/.exec(withSlash(entries.expiry)) ?? [];
  const cvc = digitsOf(entries.cvc);
  const errors: CardErrors = {
    ...(number.length < 15 ? { number: 'Your card number is incomplete.' } : {}),
    ...(year === '' ? { expiry: "Your card's expiration date is incomplete." } : {}),
    ...(cvc.length < 3 ? { cvc: "Your card's security code is incomplete." } : {}),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const card = { number, exp_month: month, exp_year: year, cvc };
  try {
    const method = readPaymentMethod(state, { payment_method_data: { type: 'card', card } });
    return method ? { method } : { errors: { number: 'Your card number is invalid.' } };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { errors: { [error.body.param === 'number' ? 'number' : 'expiry']: error.message } };
  }
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Accepts '1234' as '12/34'. */
function withSlash(expiry: string): string {
  const text = expiry.trim();
  return /^\d{4}$/.test(text) ? `${text.slice(0, 2)}/${text.slice(2)}` : text;
}
