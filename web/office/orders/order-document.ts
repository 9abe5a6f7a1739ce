import { readRowId } from '#contract/office/forms.ts';
import { officeContext } from '../platform/office-context.ts';
import { pdfResponse } from '../platform/export-response.server.ts';
import type { Route } from './+types/order-document';

/** A document of an order (office.md 7.2). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = readRowId(params.id);
  const { orderNo } = params;
  return pdfResponse(await context.get(officeContext).read('order:document', { orderNo, id }));
}
