import { pickTexts } from '#messages/define-texts.ts';
import { boxOfficeTexts } from '#messages/office/box-office.ts';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { formatDate } from '#contract/format.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { ListCount, Pager, readPaging, readQuery } from '../ui/list-controls.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { OfficeTitle } from '../ui/office-title.tsx';
import { OrderLink } from '../ui/order-link.tsx';
import { useMoment } from '../ui/breakable-text.tsx';
import { StateLabel } from '../ui/state-label.tsx';
import type { Route } from './+types/dispatch-page';

/** After this time an order is overdue (office.md 7.7). */
const LATE_HOURS = 24;

export async function loader({ context, url }: Route.LoaderArgs) {
  return await context.get(officeContext).read('order:dispatch', readPaging(readQuery(url)));
}

export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const t = pickTexts(boxOfficeTexts, office.language);
  const count = (orders: unknown) => (Array.isArray(orders) ? orders.length : 0);
  const say = ({ orders }: Record<string, unknown>) => t.printed({ count: count(orders) });
  const order = form
    .getAll('order')
    .flatMap((value) => (typeof value === 'string' ? value.split(' ') : []));
  if (form.get('do') === 'print' || form.get('do') === 'print-sparingly') {
    const sparing: Record<string, string> = form.get('do') === 'print' ? {} : { sparing: '1' };
    return await submitForm(office, form, {
      command: 'order:print',
      input: { order },
      to: ({ orders }) =>
        `/office/dispatch.pdf?${new URLSearchParams({ orders: (orders as string[]).join(' '), ...sparing })}`,
    });
  }
  const isUndo = form.get('undo') !== null;
  if (!isUndo && form.get('do') !== 'sent') throw new Response(null, { status: 404 });
  return await submitForm(office, form, {
    command: 'order:sent',
    input: { order, undo: isUndo ? '1' : '' },
    to: '/office/dispatch',
    say: isUndo ? ({ orders }) => t.sentUndone({ count: count(orders) }) : say,
    undo: ({ orders }) =>
      isUndo
        ? undefined
        : {
            path: '/office/dispatch',
            entries: { form: 'dispatch', undo: '1', order: (orders as string[]).join(' ') },
          },
  });
}

/** Paid postal orders that are not sent yet (office.md 7.7). */
export default function DispatchPage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts(boxOfficeTexts);
  const state = useForm('dispatch');
  const error = state.error('order');
  const isHydrated = useHydrated();
  return (
    <>
      <OfficeTitle title={t.dispatch} />
      {page.rows.length === 0 ? (
        <p className="office-empty">{t.allSent}</p>
      ) : (
        <>
          <p>{t.dispatchIntro}</p>
          <ListCount count={page.count} />
          <FormShell form={state} className="form" action="/office/dispatch">
            {error && (
              <span className="field__error" id="order-error">
                {error}
              </span>
            )}
            {isHydrated && <SelectAll />}
            <DispatchTable
              page={page}
              chosen={state.values('order')}
              isWrong={error !== undefined}
            />
            <div className="office-buttons">
              <button className="button button--primary" name="do" value="print">
                {t.print}
              </button>
              <button className="button button--line" name="do" value="print-sparingly">
                {t.printSparingly}
              </button>
              <button className="button button--line" name="do" value="sent">
                {t.markSent}
              </button>
            </div>
          </FormShell>
          <Pager olderThan={page.olderThan} newerThan={page.newerThan} isOldestFirst />
        </>
      )}
    </>
  );
}

/** Ticks all orders of the form, or none. */
function SelectAll() {
  const t = useTexts(boxOfficeTexts);
  return (
    <label className="office-check">
      <input
        type="checkbox"
        onChange={({ currentTarget: { form, checked } }) => {
          for (const box of form?.querySelectorAll<HTMLInputElement>('[name="order"]') ?? [])
            box.checked = checked;
        }}
      />
      {t.selectAll}
    </label>
  );
}

interface DispatchTableProps {
  page: Route.ComponentProps['loaderData'];
  chosen: string[];
  isWrong: boolean;
}

function DispatchTable({ page, chosen, isWrong }: DispatchTableProps) {
  const t = useTexts(boxOfficeTexts);
  const moment = useMoment();
  const language = useLanguage();
  return (
    <DataTable
      caption={t.dispatch}
      rows={page.rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.number,
          cell: ({ id, orderNo }) => (
            <span className="office-check">
              <input
                type="checkbox"
                className="office-tick"
                name="order"
                value={orderNo}
                id={id === page.rows[0]?.id ? 'order' : undefined}
                aria-labelledby={`order-${orderNo}`}
                defaultChecked={chosen.includes(orderNo)}
                {...(isWrong ? { 'aria-invalid': true, 'aria-describedby': 'order-error' } : {})}
              />
              <OrderLink no={orderNo} id={`order-${orderNo}`} />
            </span>
          ),
          isShort: true,
        },
        { label: t.time, cell: ({ createdAt }) => moment(createdAt), isShort: true },
        { label: t.name, cell: ({ name }) => name },
        {
          label: t.concert,
          cell: ({ concert, concertAt }) => `${concert}, ${formatDate(concertAt, language)}`,
        },
        { label: t.city, cell: ({ city }) => city },
        { label: t.tickets, cell: ({ tickets }) => tickets, isNumber: true },
        {
          label: t.waiting,
          cell: ({ hours }) => (
            <>
              {t.hours({ hours })}{' '}
              {hours >= LATE_HOURS && <StateLabel kind="bad">{t.late}</StateLabel>}
            </>
          ),
        },
      ]}
    />
  );
}
