import { formatDate, formatDayAndTime, formatMoney } from '#contract/format.ts';
import { personalTexts } from '#messages/accounts.ts';
import { platformTexts } from '#messages/platform.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { usePolling } from '../platform/use-polling.ts';
import type { OutputOf } from '../platform/visit.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { StaveRule } from '../ui/illustrations.tsx';

type Order = OutputOf<'order:list-own'>[number];
type Entry = Order['items'][number];

const ticketsOf = (order: Order, entry: Entry) =>
  order.tickets.filter((ticket) => ticket.concertId === entry.concertId);

/** The customer's orders, newest first; null when they cannot be loaded. */
export function CustomerOrders({ orders }: { orders: Order[] | null }) {
  const texts = useTexts(personalTexts);
  const { retry } = useTexts(platformTexts);
  usePolling(orders?.some((order) => !order.isReady) ?? false);
  if (orders?.length === 0) return <NoOrders />;
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="personal__heading">
        {texts.orders}
      </h2>
      {orders === null ? (
        <div className="empty">
          <p role="alert">{texts.ordersFailed}</p>
          <ButtonLink to="/user" kind="line">
            {retry}
          </ButtonLink>
        </div>
      ) : (
        <ol>
          {orders.map((order) => (
            <OrderRow key={order.orderNo} order={order} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** No order yet: a stave without a summit, and a link to the concerts. */
function NoOrders() {
  const texts = useTexts(personalTexts);
  return (
    <section className="empty personal__empty" aria-labelledby="no-orders">
      <StaveRule />
      <h2 id="no-orders" className="personal__heading">
        {texts.noOrdersTitle}
      </h2>
      <p>{texts.noOrdersText}</p>
      <ButtonLink to="/concerts/all" icon="right">
        {texts.toConcerts}
      </ButtonLink>
    </section>
  );
}

/** One order: number, day, concerts with their tickets, total, documents. */
function OrderRow({ order }: { order: Order }) {
  const texts = useTexts(personalTexts);
  const language = useLanguage();
  const heading = `order-${order.orderNo}`;
  return (
    <li className="order" aria-labelledby={heading}>
      <div className="order__head">
        <h3 id={heading} className="order__number figures">
          {texts.orderNumber({ number: order.orderNo })}
        </h3>
        <p className="small">{formatDate(order.createdAt, language)}</p>
        <Cancellation order={order} />
      </div>
      <ul className="order__concerts">
        {order.items.map((entry) => (
          <OrderedConcert key={entry.productId} entry={entry} tickets={ticketsOf(order, entry)} />
        ))}
      </ul>
      <div className="order__foot">
        <p className="order__total figures">
          <span>{texts.total}</span> {formatMoney(order.totalCents, language)}
        </p>
        <Documents order={order} />
      </div>
    </li>
  );
}

/** Whether the order, or some of its tickets, are cancelled. */
function Cancellation({ order }: { order: Order }) {
  const { cancelled, cancelledTickets } = useTexts(personalTexts);
  const language = useLanguage();
  const { cancelledAt: date, cancelledTickets: count } = order;
  if (date === null && count === 0) return null;
  return (
    <p className="order__cancelled">
      {date === null
        ? cancelledTickets({ count })
        : cancelled({ date: formatDate(date, language) })}
    </p>
  );
}

interface OrderedConcertProps {
  entry: Entry;
  /** Online tickets; none with another delivery method. */
  tickets: Order['tickets'];
}

function OrderedConcert({ entry, tickets }: OrderedConcertProps) {
  const texts = useTexts(personalTexts);
  const language = useLanguage();
  return (
    <li className="order__concert">
      {entry.thumbnail && <img src={entry.thumbnail} alt="" width="96" height="72" />}
      <div>
        <LocalLink to={`/concerts/${entry.concertId}`} className="order__name">
          {entry.title[language]}
        </LocalLink>
        <p className="small">{formatDayAndTime(entry.startsAt, language)}</p>
        {entry.items.map((line) => (
          <p key={line.id} className="small figures">
            {line.quantity} × {line.name[language]}
          </p>
        ))}
        {tickets.length > 0 && (
          <ul className="order__documents">
            {tickets.map((ticket, index) => (
              <Document
                key={ticket.id}
                url={ticket.url}
                label={texts.ticket({ number: index + 1, name: ticket.name })}
                pending={texts.ticketPending}
              />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function Documents({ order }: { order: Order }) {
  const texts = useTexts(personalTexts);
  // a cancelled order has no tickets to deliver
  const method = order.cancelledAt === null ? order.deliveryMethod : null;
  return (
    <ul className="order__documents order__documents--end" aria-label={texts.documents}>
      {order.hasInvoice && (
        <Document url={order.invoiceUrl} label={texts.invoice} pending={texts.invoicePending} />
      )}
      {order.confirmationUrl !== null && (
        <Document url={order.confirmationUrl} label={texts.confirmation} pending="" />
      )}
      {method === 'boxoffice' && <li>{texts.ticketsAtBoxOffice}</li>}
      {method === 'postal' && <li>{texts.ticketsByPost}</li>}
    </ul>
  );
}

interface DocumentProps {
  url: string | null;
  label: string;
  /** Shown until the document is ready. */
  pending: string;
}

function Document({ url, label, pending }: DocumentProps) {
  if (url === null) return <li className="order__pending">{pending}</li>;
  return (
    <li>
      <a href={url}>
        <Icon name="down" /> {label} <span className="visually-hidden">(PDF)</span>
      </a>
    </li>
  );
}
