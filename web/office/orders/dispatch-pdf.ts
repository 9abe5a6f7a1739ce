import { officeContext } from '../platform/office-context.ts';
import { pdfResponse, recordExport } from '../platform/export-response.server.ts';
import type { Route } from './+types/dispatch-pdf';

/** Address pages and tickets of the orders that were printed (office.md 7.7). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const orders = (url.searchParams.get('orders') ?? '').split(' ');
  await recordExport(office, 'order:export', { list: 'dispatch', order: orders });
  return pdfResponse(
    await office.read('order:tickets-pdf', {
      orders,
      concert: null,
      isSparing: url.searchParams.has('sparing'),
    }),
  );
}
