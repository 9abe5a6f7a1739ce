import { z } from 'zod';
import { adminAndOffice } from '#contract/office/staff.ts';
import { lockOrder, orderThing } from './get-order-ids.ts';
import { defineChange } from '../../operations/define.ts';

/** Makes the documents that an order lacks; what exists stays (office.md 7.2). */
export const createMissingDocuments = defineChange({
  may: adminAndOffice,
  input: z.object({ orderNo: z.string().toUpperCase() }),
  async run({ client }, { orderNo }) {
    const order = await lockOrder(client, orderNo);
    await client.query(
      `select enqueue_documents($1), array(select enqueue_cancellation(i.id) from invoice i
         where i.order_id = $1 and i.series = 'cancellation' and not exists (
           select from document d where d.invoice_id = i.id and d.kind = 'cancellation'))`,
      [order.id],
    );
    return { output: { orderNo: order.order_no }, audit: { thing: orderThing(order) } };
  },
});
