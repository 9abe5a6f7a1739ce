import { fileTexts } from '#messages/office/files.ts';
import { officeContext } from '../platform/office-context.ts';
import { noteExport } from '../platform/export-response.server.ts';
import type { Route } from './+types/programme-yaml';

/** The whole programme as one file, which the same page imports (office.md 10). */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const office = context.get(officeContext);
  const name = `${fileTexts.programme[office.language]}.yaml`;
  await noteExport(office, 'programme:export', { name });
  return new Response(await office.read('programme:yaml', {}), {
    headers: {
      'content-type': 'application/yaml; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  });
}
