import { orderOfficeTexts } from '#messages/office/orders.ts';
import { officeContext } from '../platform/office-context.ts';
import { useTexts } from '../platform/use-frame.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { runOrderAction } from './order-actions.server.ts';
import { OrderContact } from './order-contact.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderPayment } from './order-payment.tsx';
import { OrderStateLabel } from './order-state-label.tsx';
import { OrderTickets } from './order-tickets.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import type { Route } from './+types/order-page';

export async function loader({ context, params }: Route.LoaderArgs) {
  return await context.get(officeContext).query('order:page', { orderNo: params.orderNo });
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
      <p>
        <OrderStateLabel state={order.state} />
      </p>
      <OrderTickets orderNo={order.orderNo} tickets={order.tickets} />
      <OrderPayment order={order} />
      <OrderDocuments order={order} />
      <OrderContact order={order} />
      <OrderNotes notes={order.notes} />
      <OrderTimeline timeline={order.timeline} />
    </>
  );
}
