import { orderTexts } from '#messages/orders.ts';
import { useTexts } from '../platform/language.ts';
import type { Order } from './newly-ready.ts';

/** A word joiner after the hyphen keeps the number on one line. */
const unbroken = (number: string) => number.replace('-', '-\u2060');

/** What happens next, by the way of delivery (look.md section 1.2). */
export function NextSteps({ order, email }: { order: Order; email: string | null }) {
  const texts = useTexts(orderTexts);
  const byMethod = {
    onlineticket: [texts.nextOnline, texts.nextOnlineShow],
    boxoffice: [texts.nextBoxoffice({ number: unbroken(order.order_no) })],
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
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
