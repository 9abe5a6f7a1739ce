import { readRowId } from '#contract/office/forms.ts';
import { officeContext } from '../platform/office-context.ts';
import { pdfResponse, recordExport } from '../platform/export-response.server.ts';
import type { Route } from './+types/box-office-pdf';

/** The tickets that wait at the box office of a concert (office.md 7.7). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const concert = readRowId(params.id);
  await recordExport(office, 'order:export', { list: String(concert), tickets: 'yes' });
  return pdfResponse(await office.read('order:tickets-pdf', { orders: [], concert }));
}
