import { readRowId } from '#contract/office/forms.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import type { Route } from './+types/delete-page';
import { ConfirmPage } from './confirm-page.tsx';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  return await context.get(officeContext).read('concert:page', { id: readRowId(id) });
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  return await submitForm(context.get(officeContext), await request.formData(), {
    command: 'concert:delete',
    input: { id },
    to: '/office/concerts',
  });
}

/** Says what is deleted with a draft, and deletes it (office.md 5.2). */
export default function DeletePage({ loaderData: concert }: Route.ComponentProps) {
  const texts = useTexts(concertOfficeTexts);
  return (
    <ConfirmPage concert={concert} title={texts.delete} button={texts.delete}>
      <p>{texts.deleteText}</p>
    </ConfirmPage>
  );
}
