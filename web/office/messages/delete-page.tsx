import { formatDayAndTime } from '#contract/format.ts';
import { messageTexts } from '#messages/office/messages.ts';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { Route } from './+types/delete-page';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  return await context.get(officeContext).read('message:get', { id });
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  return await submitForm(context.get(officeContext), await request.formData(), {
    command: 'message:delete',
    input: { id },
    to: '/office/messages',
  });
}

/** Explains what is deleted with a message, and deletes it (office.md 8.3). */
export default function DeletePage({ loaderData: message }: Route.ComponentProps) {
  const texts = useTexts(messageTexts);
  const language = useLanguage();
  const state = useForm('delete');
  const { id, subject, email, createdAt, replies } = message;
  return (
    <>
      <Breadcrumb
        items={[
          { label: texts.title, path: '/office/messages' },
          { label: subject, path: `/office/messages/${id}` },
          { label: texts.delete },
        ]}
      />
      <OfficeTitle title={texts.deleteTitle} below={subject} />
      <p>{texts.deleteGoes({ email, when: formatDayAndTime(createdAt, language) })}</p>
      {replies.length > 0 && <p>{texts.deleteReplies({ count: replies.length })}</p>}
      <p>{texts.deleteHint}</p>
      <FormShell form={state}>
        <div className="office-buttons">
          <button className="button button--danger">{texts.delete}</button>
          <a className="button button--line" href={`/office/messages/${id}`}>
            {texts.back}
          </a>
        </div>
      </FormShell>
    </>
  );
}
