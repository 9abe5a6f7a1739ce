import { formatNumber } from '#contract/format.ts';
import { mayOpen } from '#contract/office/screens.ts';
import { concertStates, type ConcertState } from '#contract/office/states.ts';
import { concertFieldTexts, concertOfficeTexts } from '#messages/office/concerts.ts';
import { listTexts } from '#messages/office/orders.ts';
import { Field } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { useFrame } from '../platform/use-frame.ts';
import { BreakableText, useMoment } from '../ui/breakable-text.tsx';
import { StateLabel, type StateKind } from '../ui/state-label.tsx';
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
import { submitSale } from './sale.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = readQuery(url);
  const [q, state] = [query['q'] ?? '', query['state'] ?? ''];
  const page = await context
    .get(officeContext)
    .read('concert:overview', { q, state, ...readPaging(query) });
  return { page, q, state };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const done = await submitSale(context.get(officeContext), form, '/office/concerts');
  if (done === null) throw new Response(null, { status: 404 });
  return done;
}

/** Every concert, the earliest first (office.md 5.2). */
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
          <SalesForm rows={page.rows} isOffice={staff?.role !== 'editor'} />
          <Pager olderThan={page.olderThan} newerThan={page.newerThan} isOldestFirst />
        </>
      )}
    </>
  );
}

type Rows = OutputOf<'concert:overview'>['rows'];

/** The table with buttons for the sales of the concerts ticked. */
function SalesForm({ rows, isOffice }: { rows: Rows; isOffice: boolean }) {
  const texts = useTexts(concertOfficeTexts);
  const fields = useTexts(concertFieldTexts);
  const form = useForm('sales');
  const error = form.error('concert');
  return (
    <FormShell
      form={form}
      className="form"
      labels={{ onSaleFrom_day: fields.day, onSaleFrom_time: fields.time }}
    >
      <ConcertTable rows={rows} chosen={form.values('concert')} error={error} />
      <fieldset className="concert-group">
        <legend>{texts.forTicked}</legend>
        <div className="office-filters">
          {isOffice && (
            <>
              <Field {...form.field('onSaleFrom_day')} label={fields.day} type="date" />
              <Field {...form.field('onSaleFrom_time')} label={fields.time} type="time" />
              <button className="button button--line" name="do" value="sale:schedule">
                {texts.saleSchedule}
              </button>
            </>
          )}
          <button className="button button--line" name="do" value="sale:stop">
            {texts.saleStop}
          </button>
        </div>
      </fieldset>
    </FormShell>
  );
}

interface ConcertTableProps {
  rows: Rows;
  chosen: string[];
  error: string | undefined;
}

function ConcertTable({ rows, chosen, error }: ConcertTableProps) {
  const texts = useTexts(concertOfficeTexts);
  const takenOf = useTakenOf();
  const moment = useMoment();
  return (
    <DataTable
      caption={texts.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: texts.date,
          cell: ({ id, startsAt, sale }) => (
            <span className="office-check">
              <input
                type="checkbox"
                className="office-tick"
                name="concert"
                value={id}
                id={id === rows.find((row) => row.sale !== null)?.id ? 'concert' : undefined}
                aria-labelledby={`concert-${id}`}
                disabled={sale === null}
                defaultChecked={chosen.includes(String(id))}
                {...(error && { 'aria-invalid': true, 'aria-describedby': 'error-summary' })}
              />
              {moment(startsAt)}
            </span>
          ),
          isShort: true,
        },
        {
          label: texts.concertTitle,
          cell: ({ id, title }) => (
            <a id={`concert-${id}`} href={`/office/concerts/${id}`}>
              <BreakableText text={title} />
            </a>
          ),
        },
        { label: texts.venue, cell: ({ venue }) => venue },
        {
          label: texts.state,
          cell: (row) => <StateLabel kind={stateKinds[row.state]}>{texts[row.state]}</StateLabel>,
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

const stateKinds: Record<ConcertState, StateKind> = {
  draft: 'open',
  published: 'good',
  withdrawn: 'gone',
  cancelled: 'gone',
};
