import { peopleTexts } from '#messages/office/people.ts';
import { Field } from '../../forms/fields.tsx';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { Route } from './+types/erase-page';

export async function loader({ context, params: { key } }: Route.LoaderArgs) {
  return { key, person: await context.get(officeContext).read('people:get', { key }) };
}

export async function action({ request, params: { key }, context }: Route.ActionArgs) {
  const form = await request.formData();
  return await submitForm(context.get(officeContext), form, {
    command: 'person:erase',
    input: { key, confirm: form.get('confirm') },
    to: '/office/people',
  });
}

/** Explains what is erased and what stays, and requires the e-mail address typed (office.md 8.1). */
export default function ErasePage({ loaderData: { key, person } }: Route.ComponentProps) {
  const texts = useTexts(peopleTexts);
  const state = useForm('erase');
  const { retainedOrders: count, retainedUntilYear: year } = person;
  const label = texts.confirm({ email: person.email });
  return (
    <>
      <Breadcrumb
        items={[
          { label: texts.title, path: '/office/people' },
          { label: person.name, path: `/office/people/${key}` },
          { label: texts.erase },
        ]}
      />
      <OfficeTitle title={texts.erase} />
      <p>{texts.eraseGoes}</p>
      {year !== null && <p>{texts.eraseStays({ count, year })}</p>}
      <p>{texts.eraseFinal}</p>
      <FormShell form={state} labels={{ confirm: label }}>
        <Field {...state.field('confirm')} label={label} autoComplete="off" />
        <div className="office-buttons">
          <button className="button button--danger">{texts.erase}</button>
        </div>
      </FormShell>
    </>
  );
}
