import { formatDate } from '#contract/format.ts';
import { orderStates, type ConcertChoice } from '#contract/office/order-queries.ts';
import { listTexts, orderOfficeTexts, orderStateTexts } from '#messages/office/orders.ts';
import { Field } from '../../ui/field.tsx';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { FilterButtons } from '../ui/filter-buttons.tsx';
import { SelectField } from '../ui/select-field.tsx';

interface OrderFiltersProps {
  query: Record<string, string>;
  concerts: ConcertChoice[];
}

/** The filters of the list of orders; the second button exports the result as CSV. */
export function OrderFilterForm({ query, concerts }: OrderFiltersProps) {
  const list = useTexts(listTexts);
  const t = useTexts(orderOfficeTexts);
  const states = useTexts(orderStateTexts);
  const language = useLanguage();
  const value = (name: string) => query[name] ?? '';
  return (
    <form method="get" className="office-filters">
      <Field name="q" label={list.search} type="search" defaultValue={value('q')} />
      <SelectField
        name="concert"
        label={t.concert}
        defaultValue={value('concert')}
        options={[
          ['', list.all],
          ...concerts.map(
            ({ id, title, startsAt }) =>
              [String(id), `${formatDate(startsAt, language)}, ${title}`] as const,
          ),
        ]}
      />
      <SelectField
        name="state"
        label={t.state}
        defaultValue={value('state')}
        options={[
          ['', list.all],
          ...orderStates.map((state) => [state, states[state]] as const),
          ['documents-missing', t.documentsMissing],
          ['tickets-undecided', t.ticketsUndecided],
        ]}
      />
      <SelectField
        name="delivery"
        label={t.delivery}
        defaultValue={value('delivery')}
        options={[
          ['', list.all],
          ['boxoffice', t.boxoffice],
          ['postal', t.postal],
          ['onlineticket', t.onlineticket],
        ]}
      />
      <SelectField
        name="origin"
        label={t.origin}
        defaultValue={value('origin')}
        options={[
          ['', list.all],
          ['shop', t.originShop],
          ['complimentary', t.originComplimentary],
        ]}
      />
      <Field name="from" label={list.from} type="date" defaultValue={value('from')} />
      <Field name="to" label={list.to} type="date" defaultValue={value('to')} />
      <FilterButtons csv="/office/orders.csv" />
    </form>
  );
}
