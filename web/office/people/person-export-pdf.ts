import { officeContext } from '../platform/office-context.ts';
import { pdfResponse, recordExport } from '../platform/export-response.server.ts';
import type { Route } from './+types/person-export-pdf';

/** All data of a person to read and to send (Art. 15 GDPR). */
export async function loader({ context, params: { key } }: Route.LoaderArgs): Promise<Response> {
  const office = context.get(officeContext);
  const data = await recordExport(office, 'person:export', { key });
  return pdfResponse(await office.read('person:pdf', { key, data }));
}
