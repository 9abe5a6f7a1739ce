import { readRowId } from '#contract/office/forms.ts';
import { concertFieldTexts, concertOfficeTexts } from '#messages/office/concerts.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import type { Route } from './+types/details-page';
import { ConcertFormPage, useConcertForm } from './concert-form.tsx';
import { changeStructure, savePart } from './concert-form.server.ts';
import { DetailsFields } from './details-fields.tsx';
import { Section } from '../ui/section.tsx';
import { isMoving, MoveForm } from './move-form.tsx';
import { PictureForm } from './picture-form.tsx';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const stored = await office.read('concert:document', { id: readRowId(id) });
  return { ...stored, ...(await office.read('donation:offer', {})) };
}

export async function action({ request, params: { id }, context, url }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const structure = await changeStructure(office, form, url.pathname);
  if (structure !== null) return structure;
  if (form.get('move') === null) return await savePart(office, form, id, 'details');
  return await submitForm(office, form, {
    command: 'concert:move',
    input: { ...flatten(form), id, part: 'details' },
    to: ({ run }) => (typeof run === 'number' ? `/office/runs/${run}` : `/office/concerts/${id}`),
    undo: ({ run }) =>
      typeof run === 'number'
        ? { path: `/office/runs/${run}`, entries: { form: 'undo' } }
        : undefined,
  });
}

/** Title, time, place and notes of a concert (office.md 5.2). */
export default function DetailsPage({ loaderData: stored, params: { id } }: Route.ComponentProps) {
  const texts = useTexts(concertOfficeTexts);
  const { cover } = useTexts(concertFieldTexts);
  const title = stored.document.title[useLanguage()];
  const state = useConcertForm('details', stored);
  if (isMoving(state)) return <MoveForm state={state} stored={stored} concert={{ id, title }} />;
  return (
    <>
      <ConcertFormPage state={state} title={texts.details} concert={{ id, title }}>
        <DetailsFields state={state} stored={stored} />
      </ConcertFormPage>
      <Section id="cover-image" title={cover}>
        <PictureForm id={id} stored={stored} />
      </Section>
    </>
  );
}
