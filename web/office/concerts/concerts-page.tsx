import { formatNumber } from '#contract/format.ts';
import { mayOpen } from '#contract/office/screens.ts';
import { concertStates } from '#contract/office/states.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { listTexts } from '#messages/office/orders.ts';
import { Field } from '../../forms/fields.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { useFrame } from '../platform/use-frame.ts';
import { BreakableText, useMoment } from '../ui/breakable-text.tsx';
import { DataTable } from '../ui/data-table.tsx';
import {
  EmptyList,
  FilterButtons,
  ListCount,
  Pager,
  readPaging,
  readQuery,
} from '../ui/list-controls.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { Route } from './+types/concerts-page';

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = readQuery(url);
  const [q, state] = [query['q'] ?? '', query['state'] ?? ''];
  const page = await context
    .get(officeContext)
    .read('concert:overview', { q, state, ...readPaging(query) });
  return { page, q, state };
}

/** Every concert, the earliest first (running.md 2). */
export default function ConcertsPage({ loaderData }: Route.ComponentProps) {
  const { page, q, state } = loaderData;
  const texts = useTexts(concertOfficeTexts);
  const { search, all } = useTexts(listTexts);
  const { staff } = useFrame();
  return (
    <>
      <OfficeTitle title={texts.title} />
      {staff !== null && mayOpen(staff.role, '/office/concerts/new') && (
        <p>
          <a className="button button--line" href="/office/concerts/new">
            {texts.new}
          </a>
        </p>
      )}
      <form method="get" className="office-filters">
        <Field name="q" type="search" label={search} defaultValue={q} />
        <SelectField
          name="state"
          label={texts.state}
          defaultValue={state}
          options={[['', all], ...concertStates.map((value) => [value, texts[value]] as const)]}
        />
        <FilterButtons />
      </form>
      {page.rows.length === 0 ? (
        <EmptyList first={texts.none} />
      ) : (
        <>
          <ListCount count={page.count} />
          <ConcertTable rows={page.rows} />
          <Pager olderThan={page.olderThan} newerThan={page.newerThan} isOldestFirst />
        </>
      )}
    </>
  );
}

function ConcertTable({ rows }: { rows: OutputOf<'concert:overview'>['rows'] }) {
  const texts = useTexts(concertOfficeTexts);
  const takenOf = useTakenOf();
  const moment = useMoment();
  return (
    <DataTable
      caption={texts.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.date, cell: ({ startsAt }) => moment(startsAt), isShort: true },
        {
          label: texts.concertTitle,
          cell: ({ id, title }) => (
            <a href={`/office/concerts/${id}`}>
              <BreakableText text={title} />
            </a>
          ),
        },
        { label: texts.venue, cell: ({ venue }) => venue },
        {
          label: texts.state,
          cell: (row) => <span className="office-state">{texts[row.state]}</span>,
          isShort: true,
        },
        {
          label: texts.sale,
          cell: ({ sale }) => (sale === null ? '–' : texts[sale.state]),
          isShort: true,
        },
        {
          label: texts.taken,
          cell: ({ sale }) => (sale === null ? '–' : takenOf(sale)),
          isNumber: true,
        },
      ]}
    />
  );
}

/** "120 of 300" */
export function useTakenOf() {
  const { takenOf } = useTexts(concertOfficeTexts);
  const language = useLanguage();
  return ({ taken, capacity }: { taken: number; capacity: number }): string =>
    takenOf({ taken: formatNumber(taken, language), capacity: formatNumber(capacity, language) });
}
