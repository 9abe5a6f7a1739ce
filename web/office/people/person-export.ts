import { officeContext } from '../platform/office-context.ts';
import type { Route } from './+types/person-export';

/** All data of a person as a file (Art. 15 GDPR). */
export async function loader({ context, params: { key } }: Route.LoaderArgs): Promise<Response> {
  const office = context.get(officeContext);
  office.requireStepUp();
  const { output, problem } = await office.run('person:export', { key });
  if (problem !== null) throw new Response(null, { status: problem.status });
  return new Response(JSON.stringify(output, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="person.json"',
    },
  });
}
