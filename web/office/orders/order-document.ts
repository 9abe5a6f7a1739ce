import { officeContext } from '../platform/office-context.ts';
import { pdfResponse } from '../platform/pdf-response.server.ts';
import type { Route } from './+types/order-document';

/** A document of an order (office.md 7.2). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0;
  const { orderNo } = params;
  return pdfResponse(await context.get(officeContext).query('order:document', { orderNo, id }));
}
