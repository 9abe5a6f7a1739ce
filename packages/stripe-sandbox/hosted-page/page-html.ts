import { html, raw } from 'hono/html';
import type { SessionRecord } from '../state/records.ts';
import type { CardEntries, CardErrors } from './read-card.ts';

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
export const euro = (cents: number): string => `${(cents / 100).toFixed(2)} €`;

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
        <link rel="stylesheet" href="../frame/hosted-page.css" />
      </head>
      <body>
        <main class="Page">${content}</main>
      </body>
    </html>`;
}
