import { formTexts } from '#messages/office/forms.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { noticeTexts } from '#messages/office/notice.ts';
import { Field, TextArea } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { readText } from '../../forms/read-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { ButtonForm } from '../ui/button-form.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useOptional } from '../ui/use-optional.ts';
import type { Route } from './+types/notice-page';

export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(officeContext).read('notice:form', {});
}

export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const command = readText(form, 'form') === 'remove' ? 'notice:remove' : 'notice:save';
  return await submitForm(office, form, { command, to: '/office/notice' });
}

/** What every public page says for a while (office.md 5.2). */
export default function NoticePage({ loaderData: { fields, concerts } }: Route.ComponentProps) {
  const texts = useTexts(noticeTexts);
  const { german, english } = useTexts(formTexts);
  const { notice: title } = useTexts(frameTexts);
  const language = useLanguage();
  const optional = useOptional();
  const form = useForm('notice');
  const labels = {
    notice_de: `${texts.text} (${german})`,
    notice_en: `${texts.text} (${english})`,
    concert: optional(texts.concert),
    until_day: texts.untilDay,
    until_time: texts.untilTime,
  };
  const field = (name: keyof typeof labels) => ({
    ...form.field(name, fields?.[name]),
    label: labels[name],
  });
  return (
    <>
      <OfficeTitle title={title} />
      <p className="office-hint">{texts.hint}</p>
      <FormShell form={form} labels={labels}>
        <div className="fields fields--pair">
          <TextArea {...field('notice_de')} rows={3} />
          <TextArea {...field('notice_en')} rows={3} />
        </div>
        <SelectField
          {...field('concert')}
          options={[
            ['', '–'],
            ...concerts.map((each) => [String(each.id), each[language]] as const),
          ]}
        />
        <div className="fields fields--pair">
          <Field {...field('until_day')} type="date" />
          <Field {...field('until_time')} type="time" />
        </div>
        <div className="office-buttons">
          <button className="button button--primary">{texts.show}</button>
        </div>
      </FormShell>
      {fields !== null && <ButtonForm entries={{ form: 'remove' }}>{texts.remove}</ButtonForm>}
    </>
  );
}
