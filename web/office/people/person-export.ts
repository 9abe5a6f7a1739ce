import { fileTexts } from '#messages/office/files.ts';
import { officeContext } from '../platform/office-context.ts';
import { recordExport } from '../platform/export-response.server.ts';
import type { Route } from './+types/person-export';

/** All data of a person as a file (Art. 15 GDPR). */
export async function loader({ context, params: { key } }: Route.LoaderArgs): Promise<Response> {
  const office = context.get(officeContext);
  const output = await recordExport(office, 'person:export', { key });
  return new Response(JSON.stringify(output, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${fileTexts.person[office.language]}.json"`,
    },
  });
}
