import { formatDate } from '#contract/format.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { Field } from '../../forms/fields.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useOptional } from '../ui/use-optional.ts';
import { useStoredForm, type StoredForm } from '../ui/stored-form.ts';
import { listCountries } from '../ui/list-countries.ts';
import { SelectField } from '../ui/select-field.tsx';
import { Section } from '../ui/section.tsx';
import type { OutputOf } from '../platform/office-context.ts';

type PersonDto = OutputOf<'people:get'>;

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
  const state = useStoredForm('correct', listStoredValues(person, account));
  return (
    <details className="office-fold" open={state.isShown}>
      <summary>{texts.correct}</summary>
      <FormShell
        form={state}

        action={`/office/people/${person.key}?account=${account.id}`}
        labels={{
          firstName: texts.firstName,
          lastName: texts.lastName,
          email: texts.email,
          language: texts.language,
          addressFirstName: texts.addressFirstName,
          addressLastName: texts.addressLastName,
          addressEmail: texts.addressEmail,
          street: texts.street,
          zip: texts.zip,
          city: texts.city,
          country: texts.country,
        }}
      >
        <input type="hidden" name="shown" value={state.shown} />
        <p className="small">{texts.correctHint}</p>
        <Entry state={state} name="firstName" label={texts.firstName} />
        <Entry state={state} name="lastName" label={texts.lastName} />
        <Entry state={state} name="email" label={texts.email} />
        <SelectField
          {...state.field('language')}
          label={texts.language}
          options={[
            ['de', texts.german],
            ['en', texts.english],
          ]}
        />
        {person.address !== null && <AddressFields state={state} />}
        <div className="office-buttons">
          <button className="button button--primary">{texts.correct}</button>
        </div>
      </FormShell>
    </details>
  );
}

/** The stored values by the names of the form's fields. */
function listStoredValues(
  { email, address }: PersonDto,
  { firstName, lastName, language }: CorrectFormProps['account'],
): Record<string, string> {
  const account = { firstName, lastName, email, language };
  if (address === null) return account;
  const { street, zip, city } = address;
  return {
    ...account,
    addressFirstName: address.firstName,
    addressLastName: address.lastName,
    addressEmail: address.email ?? '',
    street,
    zip,
    city,
    country: String(address.countryId),
  };
}

/** The saved address, with the name and the e-mail address that orders take from it. */
function AddressFields({ state }: { state: StoredForm }) {
  const texts = useTexts(peopleTexts);
  const language = useLanguage();
  const optional = useOptional();
  return (
    <fieldset>
      <legend>{texts.savedAddress}</legend>
      <p className="small">{texts.savedAddressHint}</p>
      <Entry state={state} name="addressFirstName" label={texts.addressFirstName} />
      <Entry state={state} name="addressLastName" label={texts.addressLastName} />
      <Entry state={state} name="addressEmail" label={optional(texts.addressEmail)} />
      <Entry state={state} name="street" label={texts.street} />
      <Entry state={state} name="zip" label={texts.zip} />
      <Entry state={state} name="city" label={texts.city} />
      <SelectField
        {...state.field('country')}
        label={texts.country}
        options={listCountries(language)}
      />
    </fieldset>
  );
}

interface EntryProps {
  state: StoredForm;
  name: string;
  label: string;
}

function Entry({ state, name, label }: EntryProps) {
  return (
    <Field
      name={name}
      label={label}
      autoComplete="off"
      defaultValue={state.value(name)}
      error={state.error(name)}
    />
  );
}
