import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import type { Route } from './+types/new-page';
import { ConcertFormPage, useConcertForm } from './concert-form.tsx';
import { changeStructure } from './concert-form.server.ts';
import { DetailsFields } from './details-fields.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(officeContext).read('concert:document', { id: null });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const changed = await changeStructure(office, form, url.pathname);
  if (changed !== null) return changed;
  return await submitForm(office, form, {
    command: 'concert:create',
    input: flatten(form),
    to: ({ id }) => `/office/concerts/${String(id)}`,
  });
}

/** Creates a draft (office.md 5.2). */
export default function NewPage({ loaderData: stored }: Route.ComponentProps) {
  const texts = useTexts(concertOfficeTexts);
  const state = useConcertForm('details', stored);
  return (
    <ConcertFormPage state={state} title={texts.new} concert={null}>
      <DetailsFields state={state} stored={stored} />
    </ConcertFormPage>
  );
}
