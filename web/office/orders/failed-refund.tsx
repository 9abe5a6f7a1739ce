import type { ReactNode } from 'react';
import { formatMoney } from '#contract/format.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { orderOfficeTexts } from '#messages/office/orders.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { Breadcrumb } from '../ui/office-title.tsx';
import { Moment } from '../ui/breakable-text.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { TermList } from '../ui/section.tsx';
import type { OutputOf } from '../platform/office-context.ts';

type FailedRefund = OutputOf<'order:failed-refund'>;

interface FailedRefundPageProps {
  refund: FailedRefund;
  title: string;
  /** The effects of the action, a sentence each. */
  effects: string[];
  /** The form, as long as the refund is open. */
  children: ReactNode;
}

/** Explains what an action on a failed refund does before it is done (office.md 1). */
export function FailedRefundPage({ refund, title, effects, children }: FailedRefundPageProps) {
  const t = useTexts(orderPageTexts);
  const names = useTexts(orderOfficeTexts);
  const problems = useTexts(commandProblemTexts);
  const { orderNo, isOpen } = refund;
  const language = useLanguage();
  const orderTitle = orderNo === null ? undefined : names.order({ no: orderNo });
  return (
    <>
      <Breadcrumb
        items={[
          { label: names.orders, path: '/office/orders' },
          ...(orderTitle === undefined
            ? []
            : [{ label: orderTitle, path: refundListPath(orderNo) }]),
          { label: title },
        ]}
      />
      <OfficeTitle title={title} below={orderTitle} />
      <TermList
        rows={[
          [t.amount, formatMoney(refund.amountCents, language)],
          [t.owed, isOpen ? formatMoney(refund.owedCents, language) : ''],
          [t.intent, refund.intentId],
          [t.failed, <Moment key="failed" at={refund.failedAt} />],
          [t.failure, refund.failure],
        ]}
      />
      {isOpen ? (
        <>
          <h2>{t.consequences}</h2>
          <ul className="office-list">
            {[...effects, t.cannotBeUndone].map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          {children}
        </>
      ) : (
        <p>{problems.refundNotOpen}</p>
      )}
      <p>
        <a href={refundListPath(orderNo)}>{orderNo === null ? t.backToOrders : t.back}</a>
      </p>
    </>
  );
}

/** The page that lists the refund. */
export function refundListPath(orderNo: string | null): string {
  return orderNo === null ? '/office/orders?state=refund-failed' : `/office/orders/${orderNo}`;
}
