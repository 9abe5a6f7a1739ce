import { NOT_READY } from '#contract/codes.ts';
import type { ResponseOf } from '#contract/endpoints.ts';
import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderTexts } from '#messages/orders.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { Icon } from '../ui/icon.tsx';

/** An order as its page shows it (api.md, Payment and order). */
export type Order = ResponseOf<'getOrderDetails'>['data'];

/** Invoice, tickets and confirmation: 'being processed' until their url exists, then a download. */
export function DocumentList({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  const language = useLanguage();
  return (
    <>
      <Pending order={order} />
      <ul className="documents">
        <Row name={texts.invoice} url={order.invoice_url} />
        {order.tickets.map((ticket) => (
          <Row key={ticket.id} {...wordsOf(order, ticket.id, language)} url={ticket.url} />
        ))}
        {order.confirmation_url !== NOT_READY && (
          <Row name={texts.confirmation} url={order.confirmation_url} />
        )}
      </ul>
    </>
  );
}

/** Names the documents in progress, after a summit in outline. */
function Pending({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  const tickets = order.tickets.filter((ticket) => ticket.url === NOT_READY).length;
  const parts = [
    ...(order.invoice_url === NOT_READY ? [texts.invoicePending] : []),
    ...(tickets === 1 ? [texts.ticketPending] : []),
    ...(tickets > 1 ? [texts.ticketsPending] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <p className="documents__pending">
      <SummitOutline /> {parts.join(' ')}
    </p>
  );
}

/** "Karte 2: Goldberg, Normalpreis". */
export function ticketName(order: Order, id: number, language: Language): string {
  const { name, detail } = wordsOf(order, id, language);
  return `${name}: ${detail}`;
}

function wordsOf(order: Order, id: number, language: Language) {
  const index = order.tickets.findIndex((ticket) => ticket.id === id);
  const ticket = order.tickets[index];
  const entry = order.items.find((item) => item.concert_id === ticket?.concert_id);
  const concert = entry?.product_name[language === 'de' ? 'german' : 'english'] ?? '';
  return {
    name: pickTexts(orderTexts, language).ticket({ number: index + 1 }),
    detail: `${concert}, ${ticket?.name ?? ''}`,
  };
}

function Row({ name, detail = '', url }: { name: string; detail?: string; url: string }) {
  const texts = useTexts(orderTexts);
  const full = detail === '' ? name : `${name}: ${detail}`;
  return (
    <li className="documents__row">
      <span>
        <span className="documents__name">{name}</span>{' '}
        <span className="documents__detail">{detail}</span>
      </span>
      {url === NOT_READY ? (
        <span className="documents__processing">{texts.processing}</span>
      ) : (
        <a className="text-link" href={url} download aria-label={`${full}: ${texts.download}`}>
          <Icon name="down" /> {texts.download}
        </a>
      )}
    </li>
  );
}

/** In progress: a summit in outline. */
function SummitOutline() {
  return (
    <svg
      className="documents__summit"
      viewBox="0 0 32 20"
      width="32"
      height="20"
      aria-hidden="true"
    >
      <path d="M1 19h5L15 3l5 7 3-3 8 12" />
    </svg>
  );
}
