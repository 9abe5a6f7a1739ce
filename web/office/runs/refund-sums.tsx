import { formatDay, formatMoney, formatNumber } from '#contract/format.ts';
import { cancelTexts } from '#messages/office/cancel.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import type { OutputOf } from '../platform/office-context.ts';
import { DataTable } from '../ui/data-table.tsx';
import { OrderLink } from '../ui/order-link.tsx';
import { Section, TermList } from '../ui/section.tsx';

type Refunds = NonNullable<OutputOf<'run:refunds'>>;

/** The sums of a run that refunds buyers: at its end, four of them agree (office.md 6). */
export function RefundSums({ refunds: { sums, returnsUntil } }: { refunds: Refunds }) {
  const texts = useTexts(cancelTexts);
  const language = useLanguage();
  const money = (cents: number) => formatMoney(cents, language);
  const counted = (count: number, cents: number) =>
    `${formatNumber(count, language)} · ${money(cents)}`;
  const ifAny = (cents: number) => (cents === 0 ? null : money(cents));
  return (
    <Section id="sums" title={texts.sums}>
      <TermList
        rows={[
          [texts.returnsUntil, returnsUntil && formatDay(returnsUntil, language)],
          [texts.void, counted(sums.voidTickets, sums.voidCents)],
          [texts.invoices, counted(sums.invoices, sums.invoicedCents)],
          [texts.owed, money(sums.owedCents)],
          [texts.refundedAndDonated, money(sums.refundedCents + sums.donatedCents)],
          [texts.refunded, money(sums.refundedCents)],
          [texts.donated, ifAny(sums.donatedCents)],
          [texts.pending, money(sums.pendingCents)],
          [texts.asked, ifAny(sums.askedCents)],
          [texts.failed, money(sums.failedCents)],
          [texts.disputedCents, ifAny(sums.disputedCents)],
        ]}
      />
    </Section>
  );
}

/** The buyers who get no mail, with their addresses. */
export function BuyersWithoutEmail({ buyers }: { buyers: Refunds['withoutEmail'] }) {
  const texts = useTexts(cancelTexts);
  if (buyers.length === 0) return null;
  return (
    <Section id="without-email" title={texts.buyersWithoutEmail}>
      <DataTable
        caption={texts.buyersWithoutEmail}
        rows={buyers}
        keyOf={({ orderNo }) => orderNo}
        columns={[
          { label: texts.order, cell: ({ orderNo }) => <OrderLink no={orderNo} /> },
          { label: texts.name, cell: ({ name }) => name },
          { label: texts.address, cell: ({ address }) => address },
        ]}
      />
    </Section>
  );
}
