import { subscriptionStates, type SubscriberDto } from '#contract/office/newsletter-queries.ts';
import { listTexts } from '#messages/office/orders.ts';
import { newsletterOfficeTexts } from '#messages/office/newsletter.ts';
import { Field } from '../../ui/field.tsx';
import { useTexts } from '../platform/use-frame.ts';
import { BreakableText } from '../ui/breakable-text.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { FormToken } from '../ui/office-form.tsx';
import { FilterButtons } from '../ui/list-controls.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useMoment } from '../ui/moment.tsx';

/** Search by the beginning of an address, and the state. */
export function SubscriberFilters({ q, state }: { q: string; state: string }) {
  const texts = useTexts(newsletterOfficeTexts);
  const { search, all } = useTexts(listTexts);
  return (
    <form method="get" className="office-filters">
      <Field name="q" type="search" label={search} defaultValue={q} />
      <SelectField
        name="state"
        label={texts.state}
        defaultValue={state}
        options={[['', all], ...subscriptionStates.map((value) => [value, texts[value]] as const)]}
      />
      <FilterButtons csv="/office/newsletter.csv" />
      <p className="office-hint">{texts.csvHint}</p>
    </form>
  );
}

/** Subscribers with the proof that they asked for the newsletter and confirmed it. */
export function SubscriberTable({ rows }: { rows: SubscriberDto[] }) {
  const texts = useTexts(newsletterOfficeTexts);
  const moment = useMoment();
  const preferences = (row: SubscriberDto) =>
    [
      row.isGeneral && texts.general,
      row.isDaily && texts.daily,
      row.isPostal && texts.postal,
    ].filter((each) => each !== false);
  return (
    <DataTable
      caption={texts.list}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: texts.email,
          cell: ({ id, email }) => (
            <span id={`subscriber-${id}`}>
              <BreakableText text={email} />
            </span>
          ),
        },
        {
          label: texts.state,
          cell: (row) => <span className="office-state">{texts[row.state]}</span>,
          isShort: true,
        },
        {
          label: texts.language,
          cell: (row) => (row.language === 'de' ? texts.german : texts.english),
          isShort: true,
        },
        { label: texts.preferences, cell: (row) => preferences(row).join(', ') || '–' },
        { label: texts.askedAt, cell: ({ askedAt }) => moment(askedAt), isShort: true },
        {
          label: texts.confirmedAt,
          cell: ({ confirmedAt }) => (confirmedAt === null ? '–' : moment(confirmedAt)),
          isShort: true,
        },
        {
          label: texts.action,
          cell: (row) => (row.state === 'off' ? '–' : <UnsubscribeForm row={row} />),
          isAction: true,
        },
      ]}
    />
  );
}

function UnsubscribeForm({ row: { id } }: { row: SubscriberDto }) {
  const texts = useTexts(newsletterOfficeTexts);
  return (
    <form method="post" action="/office/newsletter">
      <FormToken />
      <input type="hidden" name="form" value="off" />
      <input type="hidden" name="id" value={id} />
      <button className="button button--line button--small" aria-describedby={`subscriber-${id}`}>
        {texts.unsubscribe}
      </button>
    </form>
  );
}
