import { peopleTexts } from '#messages/office/people.ts';
import { Field } from '../../forms/fields.tsx';
import { officeContext } from '../platform/office-context.ts';
import { useTexts } from '../../platform/language.tsx';
import { BreakableText } from '../ui/breakable-text.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { ListCount, EmptyList } from '../ui/list-controls.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { OrderLink } from '../ui/order-link.tsx';
import type { Route } from './+types/people-page';

export async function loader({ context, url }: Route.LoaderArgs) {
  const q = url.searchParams.get('q') ?? '';
  return { q, found: await context.get(officeContext).read('people:find', { q }) };
}

/** Finds people by name, e-mail address, order number or invoice number (office.md 8.1). */
export default function PeoplePage({ loaderData: { q, found } }: Route.ComponentProps) {
  const texts = useTexts(peopleTexts);
  const { rows, count } = found;
  return (
    <>
      <OfficeTitle title={texts.title} />
      <form method="get" className="office-filters">
        <Field name="q" type="search" label={texts.search} defaultValue={q} />
        <button className="button button--line">{texts.find}</button>
      </form>
      {rows.length === 0 ? (
        <EmptyList first={texts.start} />
      ) : (
        <>
          <ListCount count={count} />
          <DataTable
            caption={texts.title}
            rows={rows}
            keyOf={({ key, orderNo }) => key ?? orderNo ?? ''}
            columns={[
              {
                label: texts.name,
                cell: ({ key, name, orderNo }) => (
                  <a href={key === null ? `/office/orders/${orderNo}` : `/office/people/${key}`}>
                    <BreakableText text={name} />
                  </a>
                ),
              },
              { label: texts.email, cell: ({ email }) => email ?? '–' },
              {
                label: texts.account,
                cell: ({ hasAccount }) => (hasAccount ? texts.yes : texts.no),
              },
              {
                label: texts.order,
                cell: ({ orderNo }) => (orderNo === null ? '–' : <OrderLink no={orderNo} />),
                isShort: true,
              },
            ]}
          />
          {count > rows.length && <p>{texts.narrow({ shown: rows.length })}</p>}
        </>
      )}
    </>
  );
}
