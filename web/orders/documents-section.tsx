import { useLocation, useRevalidator } from 'react-router';
import { orderTexts } from '#messages/orders.ts';
import { useTexts, useLanguage } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { useEffect, useState } from 'react';
import { usePolling } from '../platform/use-polling.ts';
import type { OutputOf } from '../platform/visit.ts';
import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { Icon } from '../ui/icon.tsx';

/** The documents of an order, which is polled until all of them are ready (product.md 2). */
export function DocumentsSection({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  const { announcement, takesLong, checkNow } = useOrder(order);
  return (
    <section className="shop__section" aria-labelledby="documents-heading">
      <h2 id="documents-heading">{texts.documentsTitle}</h2>
      <DocumentList order={order} />
      {!order.isReady && <ReloadLink />}
      <output className="visually-hidden">{announcement}</output>
      {takesLong && (
        <AlertBox kind="info">
          <p>{texts.takesLong}</p>
          <Button kind="line" small onClick={checkNow}>
            {texts.checkAgain}
          </Button>
        </AlertBox>
      )}
    </section>
  );
}

/** Without scripts the reader reloads: a page that reloads by itself loses the reading position (WCAG 2.2.1). */
function ReloadLink() {
  const texts = useTexts(orderTexts);
  const { search } = useLocation();
  if (useHydrated()) return null;
  return (
    <p className="documents__reload without-scripts">
      <a className="text-link text-link--quiet" href={search}>
        {texts.reload}
      </a>
    </p>
  );
}

/** After this time the page reports a delay, and offers to load at once. */
const MAX_DOCUMENT_WAIT_MS = 10 * 60_000;

interface OrderWatch {
  /** Documents that have become ready since the previous data. */
  announcement: string;
  takesLong: boolean;
  checkNow: () => void;
}

/** Loads the order again until all its documents are ready (product.md 4). */
function useOrder(order: Order): OrderWatch {
  const texts = useTexts(orderTexts);
  const language = useLanguage();
  const { revalidate } = useRevalidator();
  const [known, setKnown] = useState(order);
  const [announcement, setAnnouncement] = useState('');
  const [takesLong, setTakesLong] = useState(false);
  if (known !== order) {
    setKnown(order);
    const ready = newlyReady(known, order);
    const names = [
      ...(ready.hasInvoice ? [texts.invoice] : []),
      ...ready.tickets.map((id) => ticketName(order, id, language)),
    ];
    if (names.length > 0) setAnnouncement(texts.ready({ names: names.join(', ') }));
  }

  const isDone = order.isReady;
  usePolling(!isDone);
  useEffect(() => {
    if (isDone) return;
    const long = setTimeout(() => setTakesLong(true), MAX_DOCUMENT_WAIT_MS);
    return () => clearTimeout(long);
  }, [isDone]);

  return { announcement, takesLong: takesLong && !isDone, checkNow: () => void revalidate() };
}

/** Documents that have become ready between two versions of the order: the invoice, and tickets by their ids. */
export function newlyReady(
  before: Order,
  after: Order,
): { hasInvoice: boolean; tickets: number[] } {
  const pending = new Set(before.tickets.filter(isPending).map((ticket) => ticket.id));
  return {
    hasInvoice: before.invoiceUrl === null && after.invoiceUrl !== null,
    tickets: after.tickets
      .filter((ticket) => !isPending(ticket) && pending.has(ticket.id))
      .map((ticket) => ticket.id),
  };
}

const isPending = (ticket: Order['tickets'][number]) => ticket.url === null;

/** An order as its page shows it. */
export type Order = OutputOf<'order:by-token'>;

/** Invoice, tickets and confirmation: 'being processed' until their url exists, then a download. */
function DocumentList({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  const language = useLanguage();
  return (
    <>
      <Pending order={order} />
      <ul className="documents">
        {order.hasInvoice && <Row name={texts.invoice} url={order.invoiceUrl} />}
        {order.tickets.map((ticket) => (
          <Row key={ticket.id} {...wordsOf(order, ticket.id, language)} url={ticket.url} />
        ))}
        {order.confirmationUrl !== null && (
          <Row name={texts.confirmation} url={order.confirmationUrl} />
        )}
      </ul>
    </>
  );
}

/** Names the documents in progress, after a summit in outline. */
function Pending({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  const tickets = order.tickets.filter((ticket) => ticket.url === null).length;
  const parts = [
    ...(order.hasInvoice && order.invoiceUrl === null ? [texts.invoicePending] : []),
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
function ticketName(order: Order, id: number, language: Language): string {
  const { name, detail } = wordsOf(order, id, language);
  return `${name}: ${detail}`;
}

function wordsOf(order: Order, id: number, language: Language) {
  const index = order.tickets.findIndex((ticket) => ticket.id === id);
  const ticket = order.tickets[index];
  const entry = order.items.find((item) => item.concertId === ticket?.concertId);
  return {
    name: pickTexts(orderTexts, language).ticket({ number: index + 1 }),
    detail: `${entry?.title[language] ?? ''}, ${ticket?.name ?? ''}`,
  };
}

function Row({ name, detail = '', url }: { name: string; detail?: string; url: string | null }) {
  const texts = useTexts(orderTexts);
  const full = detail === '' ? name : `${name}: ${detail}`;
  return (
    <li className="documents__row">
      <span>
        <span className="documents__name">{name}</span>{' '}
        <span className="documents__detail">{detail}</span>
      </span>
      {url === null ? (
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
