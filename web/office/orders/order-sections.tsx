import { formatMoney } from '#contract/format.ts';
import { orderPageTexts, orderEventTexts } from '#messages/office/order-page.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { BreakableText, useMoment, Moment } from '../ui/breakable-text.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Section } from '../ui/section.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { TextArea } from '../../forms/fields.tsx';
import { commandLabels } from '#messages/office/command-labels.ts';
import { StateLabel } from '../ui/state-label.tsx';
import type { OutputOf } from '../platform/office-context.ts';
import { ButtonForm } from '../ui/button-form.tsx';

type OrderPage = OutputOf<'order:page'>;
type OrderTicket = OrderPage['tickets'][number];
type OrderNote = OrderPage['notes'][number];
type OrderEvent = OrderPage['timeline'][number];

interface OrderTicketsProps {
  orderNo: string;
  tickets: OrderTicket[];
}

/** The tickets of an order; a valid one can be reissued, on a page of its own. */
export function OrderTickets({ orderNo, tickets }: OrderTicketsProps) {
  const t = useTexts(orderPageTexts);
  const language = useLanguage();
  return (
    <Section id="tickets" title={t.tickets}>
      <DataTable
        caption={t.tickets}
        rows={tickets}
        keyOf={({ id }) => id}
        columns={[
          { label: t.ticket, cell: ({ id }) => <span id={`ticket-${id}`}>{id}</span> },
          { label: t.concert, cell: ({ concert }) => concert },
          { label: t.date, cell: ({ startsAt }) => <Moment at={startsAt} />, isShort: true },
          { label: t.type, cell: ({ type }) => type },
          {
            label: t.price,
            cell: ({ priceCents }) => formatMoney(priceCents, language),
            isNumber: true,
          },
          {
            label: t.state,
            cell: ({ state, isAdmitted }) => (
              <StateLabel kind={state === 'valid' ? 'good' : 'gone'}>
                {t[state === 'valid' && isAdmitted ? 'admitted' : state]}
              </StateLabel>
            ),
            isShort: true,
          },
          {
            label: t.action,
            cell: ({ id, state }) =>
              state === 'valid' ? (
                <a
                  className="button button--line button--small"
                  href={`/office/orders/${orderNo}/reissue/${id}`}
                  aria-describedby={`ticket-${id}`}
                >
                  {t.reissue}
                </a>
              ) : (
                '–'
              ),
            isAction: true,
          },
        ]}
      />
    </Section>
  );
}

/** Invoices, confirmation and tickets as PDF; missing ones can be created. */
export function OrderDocuments({ order: { documents, orderNo } }: { order: OrderPage }) {
  const t = useTexts(orderPageTexts);
  const moment = useMoment();
  return (
    <Section id="documents" title={t.documents}>
      <DataTable
        caption={t.documents}
        rows={documents}
        // a reissued ticket has the file name of the former one
        keyOf={({ id, name }) => id ?? name}
        columns={[
          {
            label: t.document,
            cell: ({ id, name, voidState }) =>
              id === null ? (
                name
              ) : (
                <>
                  <a href={`/office/orders/${orderNo}/documents/${id}`} download={name}>
                    {name}
                  </a>{' '}
                  {voidState !== null && <StateLabel kind="gone">{t[voidState]}</StateLabel>}
                </>
              ),
          },
          {
            label: t.made,
            cell: ({ id, createdAt, isLate }) => {
              if (id !== null) return moment(createdAt);
              if (!isLate) return <StateLabel kind="open">{t.beingMade}</StateLabel>;
              return <StateLabel kind="bad">{t.missing}</StateLabel>;
            },
          },
        ]}
      />
      {documents.some(({ id, isLate }) => id === null && isLate) && (
        <ButtonForm entries={{ form: 'documents' }}>{t.makeAgain}</ButtonForm>
      )}
    </Section>
  );
}

/** Notes of staff; the author can remove one for 10 minutes. */
export function OrderNotes({ notes }: { notes: OrderNote[] }) {
  const t = useTexts(orderPageTexts);
  const moment = useMoment();
  const state = useForm('note');
  return (
    <Section id="notes" title={t.notes}>
      {notes.length === 0 && <p>{t.noNotes}</p>}
      {notes.length > 0 && (
        <ul className="office-notes">
          {notes.map((note) => (
            <li key={note.id}>
              <p className="office-notes__text">{note.text}</p>
              <p className="office-hint">
                {note.author}, {moment(note.createdAt)}
              </p>
              {note.isRevocable && (
                <ButtonForm entries={{ form: 'take-back', takeBack: note.id }} isSmall>
                  {t.takeBack}
                </ButtonForm>
              )}
            </li>
          ))}
        </ul>
      )}
      <FormShell form={state} labels={{ note: t.note }}>
        <TextArea {...state.field('note')} label={t.note} hint={t.notesHint} rows={3} />
        <button className="button button--line">{t.addNote}</button>
      </FormShell>
    </Section>
  );
}

/** Everything that happened to an order, oldest first. */
export function OrderTimeline({ timeline }: { timeline: OrderEvent[] }) {
  const t = useTexts(orderPageTexts);
  const events: Record<string, string> = useTexts(orderEventTexts);
  const labels: Record<string, string> = useTexts(commandLabels);
  const rows = timeline.map((event, index) => ({ ...event, index }));
  return (
    <Section id="timeline" title={t.timeline}>
      <DataTable
        caption={t.timeline}
        rows={rows}
        keyOf={({ index }) => index}
        columns={[
          {
            label: t.time,
            cell: ({ at }) => <Moment at={at} />,
            isShort: true,
          },
          {
            label: t.what,
            cell: ({ what, detail }) => (
              <span className="office-event">
                <BreakableText
                  text={[events[what] ?? labels[what] ?? what, detail].filter(Boolean).join(': ')}
                />
              </span>
            ),
          },
          { label: t.who, cell: ({ actor }) => (actor === '' ? t.byShop : actor) },
        ]}
      />
    </Section>
  );
}
