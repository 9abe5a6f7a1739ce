import { readRowId } from '#contract/office/forms.ts';
import { concertFieldTexts, concertOfficeTexts } from '#messages/office/concerts.ts';
import { readText } from '../../forms/read-fields.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/picture-page';
import { undoVersion } from './concert-form.server.ts';
import { PictureForm } from './picture-form.tsx';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  return await context.get(officeContext).read('concert:document', { id: readRowId(id) });
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const to = `/office/concerts/${id}/picture`;
  const undo = undoVersion(id);
  if (readText(form, 'form') === 'drawn') {
    return await submitForm(office, form, { command: 'picture:remove', input: { id }, to, undo });
  }
  const cover = form.get('cover');
  const input = { ...flatten(form), id, ...(cover instanceof File && { cover }) };
  return await submitForm(office, form, { command: 'picture:upload', input, to, undo });
}

/** The photograph of a concert (office.md 5.2). */
export default function PicturePage({ loaderData: stored, params: { id } }: Route.ComponentProps) {
  const texts = useTexts(concertOfficeTexts);
  const { cover } = useTexts(concertFieldTexts);
  const title = stored.document.title[useLanguage()];
  return (
    <>
      <Breadcrumb
        items={[
          { label: texts.title, path: '/office/concerts' },
          { label: title, path: `/office/concerts/${id}` },
          { label: cover },
        ]}
      />
      <OfficeTitle title={cover} below={title} />
      <PictureForm id={id} stored={stored} />
    </>
  );
}
