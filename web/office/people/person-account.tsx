import { formatDate } from '#contract/format.ts';
import type { PersonDto } from '#contract/office/people-queries.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { Field } from '../../ui/field.tsx';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { OfficeForm, useFormState } from '../ui/office-form.tsx';
import { Section } from '../ui/section.tsx';
import { SelectField } from '../ui/select-field.tsx';

/** A customer's account with the form that corrects it. */
export function PersonAccount({ person }: { person: PersonDto }) {
  const texts = useTexts(peopleTexts);
  const language = useLanguage();
  const { account } = person;
  return (
    <Section id="account" title={texts.account}>
      {account === null ? (
        <p>{texts.noAccount}</p>
      ) : (
        <>
          <p>
            {texts.since({ when: formatDate(account.createdAt, language) })},{' '}
            {account.isVerified ? texts.verified : texts.unverified}
          </p>
          <CorrectForm person={person} account={account} />
        </>
      )}
    </Section>
  );
}

interface CorrectFormProps {
  person: PersonDto;
  account: NonNullable<PersonDto['account']>;
}

function CorrectForm({ person, account }: CorrectFormProps) {
  const texts = useTexts(peopleTexts);
  const state = useFormState('correct');
  const { address } = person;
  const field = (name: string, label: string, stored: string, autoComplete = 'off') => (
    <Field
      name={name}
      label={label}
      autoComplete={autoComplete}
      defaultValue={state.value(name, stored)}
      error={state.error(name)}
    />
  );
  return (
    <details open={state.isShown}>
      <summary>{texts.correct}</summary>
      <OfficeForm
        name="correct"
        state={state}
        labels={{
          firstName: texts.firstName,
          lastName: texts.lastName,
          email: texts.email,
          street: texts.street,
          zip: texts.zip,
          city: texts.city,
        }}
      >
        <p className="small">{texts.correctHint}</p>
        {field('firstName', texts.firstName, account.firstName)}
        {field('lastName', texts.lastName, account.lastName)}
        {field('email', texts.email, person.email)}
        <SelectField
          name="language"
          label={texts.language}
          defaultValue={state.value('language', account.language)}
          options={[
            ['de', texts.german],
            ['en', texts.english],
          ]}
        />
        {address !== null && (
          <>
            {field('street', texts.street, address.street)}
            {field('zip', texts.zip, address.zip)}
            {field('city', texts.city, address.city)}
          </>
        )}
        <div className="office-buttons">
          <button className="button button--primary">{texts.correct}</button>
        </div>
      </OfficeForm>
    </details>
  );
}
