import { NOT_READY } from '#contract/codes.ts';
import type { Picked } from '#messages/define-texts.ts';
import { orderTexts } from '#messages/orders.ts';
import { useTexts } from '../platform/language.ts';
import { Icon } from '../ui/icon.tsx';
import type { Order } from './newly-ready.ts';

/** Invoice, tickets and confirmation: 'being processed' until their url is ready, then a download. */
export function Documents({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  return (
    <ul className="documents">
      <Row name={texts.invoice} pending={texts.invoicePending} url={order.invoice_url} />
      {order.tickets.map((ticket) => (
        <Row
          key={ticket.id}
          name={ticketName(order, ticket.id, texts)}
          pending={texts.ticketPending}
          url={ticket.url}
        />
      ))}
      {order.confirmation_url !== NOT_READY && (
        <Row name={texts.confirmation} pending="" url={order.confirmation_url} />
      )}
    </ul>
  );
}

/** "Karte 2: Normalpreis". */
export function ticketName(order: Order, id: number, texts: Picked<typeof orderTexts>): string {
  const index = order.tickets.findIndex((ticket) => ticket.id === id);
  return texts.ticket({ name: order.tickets[index]?.name ?? '', number: index + 1 });
}

function Row({ name, pending, url }: { name: string; pending: string; url: string }) {
  const texts = useTexts(orderTexts);
  return (
    <li className="documents__row">
      <span className="documents__name">{name}</span>
      {url === NOT_READY ? (
        <span className="documents__pending">
          <SummitOutline />
          {pending}, {texts.processing}
        </span>
      ) : (
        <a className="text-link" href={url} download aria-label={`${name}: ${texts.download}`}>
          <Icon name="down" /> {texts.download}
        </a>
      )}
    </li>
  );
}

/** Not there yet: a summit in outline. */
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
