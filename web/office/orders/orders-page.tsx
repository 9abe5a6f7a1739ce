import { redirect } from 'react-router';
import { formatDate, formatMoney, formatNumber, formatTime } from '#contract/format.ts';
import { complimentaryTexts } from '#messages/office/complimentary.ts';
import { listTexts, orderOfficeTexts, orderStateTexts } from '#messages/office/orders.ts';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyList, Pager, FilterButtons, readPaging, readQuery } from '../ui/list-controls.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { OrderLink, OrderStateLabel } from '../ui/order-link.tsx';
import type { Route } from './+types/orders-page';
import { Field } from '../../forms/fields.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { BreakableText, Moment } from '../ui/breakable-text.tsx';
import { Section } from '../ui/section.tsx';
import { SettleLink } from './order-payment.tsx';
import { orderStates } from '#contract/office/states.ts';

type ConcertChoice = OutputOf<'order:concerts'>[number];
type RefundWithoutOrder = OutputOf<'order:refunds-without-order'>[number];

export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const query = readQuery(url);
  const exact = query['q'] ? await office.read('order:exact', { q: query['q'] }) : null;
  if (exact !== null) throw redirect(`/office/orders/${exact}`, 303);
  const [page, concerts, refundsWithoutOrder] = await Promise.all([
    office.read('order:list', { ...query, ...readPaging(query) }),
    office.read('order:concerts', {}),
    query['state'] === 'refund-failed' ? office.read('order:refunds-without-order', {}) : [],
  ]);
  return { page, concerts, refundsWithoutOrder, query };
}

/** All orders, newest first (office.md 7.1). */
export default function OrdersPage({
  loaderData: { page, concerts, refundsWithoutOrder, query },
}: Route.ComponentProps) {
  const t = useTexts(orderOfficeTexts);
  const list = useTexts(listTexts);
  const { newOrder } = useTexts(complimentaryTexts);
  const language = useLanguage();
  const count = page.count > 1000 ? list.moreThan : formatNumber(page.count, language);
  return (
    <>
      <OfficeTitle title={t.orders} />
      <p>
        <a className="button button--line" href="/office/orders/new">
          {newOrder}
        </a>
      </p>
      <OrderFilterForm query={query} concerts={concerts} />
      {page.rows.length === 0 ? (
        <EmptyList first={t.none} />
      ) : (
        <>
          <p className="office-count">{t.count({ count })}</p>
          <OrderTable rows={page.rows} />
          <Pager olderThan={page.olderThan} newerThan={page.newerThan} />
        </>
      )}
      {refundsWithoutOrder.length > 0 && <RefundsWithoutOrder refunds={refundsWithoutOrder} />}
    </>
  );
}

function OrderTable({ rows }: { rows: OutputOf<'order:list'>['rows'] }) {
  const t = useTexts(orderOfficeTexts);
  const language = useLanguage();
  return (
    <DataTable
      caption={t.orders}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.number,
          cell: ({ orderNo }) => <OrderLink no={orderNo} />,
          isShort: true,
        },
        {
          label: t.time,
          cell: ({ createdAt }) =>
            `${formatDate(createdAt, language)}, ${formatTime(createdAt, language)}`,
          isShort: true,
        },
        { label: t.name, cell: ({ name }) => name },
        { label: t.email, cell: ({ email }) => email ?? '–' },
        {
          label: t.concert,
          cell: ({ concert, concertAt, moreConcerts }) => (
            <>
              <BreakableText text={`${concert}, `} />
              <span className="office-word">{formatDate(concertAt, language)}</span>
              {moreConcerts > 0 && ` ${t.moreConcerts({ n: moreConcerts })}`}
            </>
          ),
        },
        { label: t.tickets, cell: ({ tickets }) => tickets, isNumber: true },
        { label: t.delivery, cell: ({ deliveryMethod }) => t[deliveryMethod], isShort: true },
        {
          label: t.total,
          cell: ({ amountCents }) => formatMoney(amountCents, language),
          isNumber: true,
        },
        {
          label: t.state,
          cell: ({ state }) => <OrderStateLabel state={state} />,
          isShort: true,
        },
      ]}
    />
  );
}

interface OrderFiltersProps {
  query: Record<string, string>;
  concerts: ConcertChoice[];
}

/** The filters of the list of orders; the second button exports the result as CSV. */
function OrderFilterForm({ query, concerts }: OrderFiltersProps) {
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
          ['donation-returned', t.donationReturned],
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

/** Failed refunds that no order's page shows, and what to do about them. */
function RefundsWithoutOrder({ refunds }: { refunds: RefundWithoutOrder[] }) {
  const t = useTexts(orderOfficeTexts);
  const { refundAgain } = useTexts(orderPageTexts);
  const language = useLanguage();
  return (
    <Section id="without-order" title={t.withoutOrder}>
      <p>{t.withoutOrderText}</p>
      <DataTable
        caption={t.withoutOrder}
        rows={refunds}
        keyOf={({ id }) => id}
        columns={[
          { label: t.payment, cell: ({ intentId }) => intentId },
          { label: t.refundNo, cell: ({ id }) => id, isNumber: true },
          { label: t.failedAt, cell: ({ failedAt }) => <Moment at={failedAt} />, isShort: true },
          {
            label: t.amount,
            cell: ({ amountCents }) => formatMoney(amountCents, language),
            isNumber: true,
          },
          {
            label: t.action,
            cell: ({ id }) => (
              <span className="office-buttons">
                <a href={`/office/refunds/${id}/retry`}>{refundAgain}</a>
                <SettleLink refund={id} />
              </span>
            ),
            isAction: true,
          },
        ]}
      />
    </Section>
  );
}
