import { formatMoney } from '#contract/format.ts';
import { orderOfficeTexts } from '#messages/office/orders.ts';
import { officeContext, type Office, type OutputOf } from '../platform/office-context.ts';
import { useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { OrderContact } from './order-contact.tsx';
import { OrderDocuments, OrderNotes, OrderTickets, OrderTimeline } from './order-sections.tsx';
import { OrderPayment } from './order-payment.tsx';
import { OrderStateLabel } from '../ui/order-link.tsx';
import { Moment } from '../ui/breakable-text.tsx';
import type { Route } from './+types/order-page';
import { pickTexts } from '#messages/define-texts.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  return await context.get(officeContext).read('order:page', { orderNo: params.orderNo });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  return await runOrderAction(context.get(officeContext), await request.formData(), params.orderNo);
}

/** An order with all its data (office.md 7.2). */
export default function OrderPage({ loaderData: order }: Route.ComponentProps) {
  const t = useTexts(orderOfficeTexts);
  const title = t.order({ no: order.orderNo });
  return (
    <>
      <Breadcrumb items={[{ label: t.orders, path: '/office/orders' }, { label: title }]} />
      <OfficeTitle title={title} />
      <OrderHead order={order} />
      <OrderTickets orderNo={order.orderNo} tickets={order.tickets} />
      <OrderPayment order={order} />
      <OrderDocuments order={order} />
      <OrderContact order={order} />
      <OrderNotes notes={order.notes} />
      <OrderTimeline timeline={order.timeline} />
    </>
  );
}

/** Who ordered what, so that somebody on the telephone finds out at once. */
function OrderHead({ order: { contact, state, tickets } }: { order: OutputOf<'order:page'> }) {
  const concerts = new Map(
    tickets.map(({ concert, startsAt }) => [concert + startsAt, { concert, startsAt }]),
  );
  return (
    <div className="office-head">
      <p className="office-head__name">{contact.name}</p>
      {[...concerts.values()].map(({ concert, startsAt }) => (
        <p key={concert + startsAt}>
          {concert}, <Moment at={startsAt} />
        </p>
      ))}
      <OrderStateLabel state={state} />
    </div>
  );
}

/** Runs the command of the form that was sent on an order's page. */
async function runOrderAction(office: Office, form: FormData, orderNo: string) {
  const t = pickTexts(orderPageTexts, office.language);
  const to = `/office/orders/${orderNo}`;
  const input = { ...flatten(form), orderNo };
  const options = { input, to };
  switch (form.get('form')) {
    case 'documents':
      return await submitForm(office, form, {
        ...options,
        command: 'order:documents',
        say: () => t.documentsFollow,
      });
    case 'mark-valid':
      return await submitForm(office, form, {
        ...options,
        command: 'order:mark-valid',
        say: () => t.ticketsKept,
      });
    case 'contact':
      return await submitForm(office, form, {
        ...options,
        command: 'order:contact',
        say: ({ cents = 0 }) =>
          cents === 0
            ? ''
            : t.postageRefunded({ amount: formatMoney(Number(cents), office.language) }),
      });
    case 'resend':
      return await submitForm(office, form, {
        ...options,
        command: 'order:resend',
        say: ({ mails }) => t.mailsSent({ count: Number(mails) }),
      });
    case 'take-back':
    case 'note':
      return await submitForm(office, form, {
        ...options,
        command: 'order:note',
        say: ({ isTakenBack }) => (isTakenBack === true ? t.noteTakenBack : t.noteAdded),
        undo: ({ id }) =>
          typeof id === 'number'
            ? { path: to, entries: { form: 'take-back', takeBack: String(id) } }
            : undefined,
      });
    default:
      throw new Response(null, { status: 404 });
  }
}
