import { newsletterOfficeTexts } from '#messages/office/newsletter.ts';
import { Field } from '../../ui/field.tsx';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { OfficeForm, useFormState } from '../ui/office-form.tsx';
import { Section } from '../ui/section.tsx';
import { SelectField } from '../ui/select-field.tsx';

/** Mails a new address the question whether it wants the newsletter. */
export function InviteForm() {
  const texts = useTexts(newsletterOfficeTexts);
  const language = useLanguage();
  const state = useFormState('invite');
  return (
    <Section id="invite" title={texts.invite}>
      <OfficeForm name="invite" state={state} labels={{ email: texts.email }}>
        <p className="small">{texts.inviteHint}</p>
        <Field
          name="email"
          type="email"
          label={texts.email}
          autoComplete="off"
          defaultValue={state.value('email')}
          error={state.error('email')}
        />
        <SelectField
          name="language"
          label={texts.language}
          defaultValue={state.value('language', language)}
          options={[
            ['de', texts.german],
            ['en', texts.english],
          ]}
        />
        <div className="office-buttons">
          <button className="button button--primary">{texts.send}</button>
        </div>
      </OfficeForm>
    </Section>
  );
}
