import type { ReactNode } from 'react';
import { orderTexts } from '#messages/orders.ts';
import { useTexts } from '../platform/language.ts';
import type { Order } from './document-list.tsx';

/** The next steps, by delivery method (design.md 1.2); mails go to the order's own address. */
export function NextSteps({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  const { email } = order;
  const byMethod = {
    onlineticket: [texts.nextOnline, texts.nextOnlineShow],
    boxoffice: [texts.nextBoxoffice({ number: order.order_no })],
    postal: [texts.nextPostal],
  };
  const steps = [
    ...(email === null ? [] : [texts.nextEmail({ email })]),
    ...byMethod[order.delivery_method],
    texts.nextDoors,
  ];
  return (
    <section className="shop__section" aria-labelledby="next-heading">
      <h2 id="next-heading">{texts.nextTitle}</h2>
      <ol className="next-steps">
        {steps.map((step) => (
          <li key={step}>{tieNumber(step, order.order_no)}</li>
        ))}
      </ol>
    </section>
  );
}

/** The order's number would break at its hyphen. */
function tieNumber(step: string, number: string): ReactNode {
  const [before, after] = step.split(number);
  if (after === undefined) return step;
  return (
    <>
      {before}
      <span className="no-break">{number}</span>
      {after}
    </>
  );
}
