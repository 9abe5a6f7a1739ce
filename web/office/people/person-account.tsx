import { formatDate } from '#contract/format.ts';
import type { PersonDto, SavedAddressDto } from '#contract/office/people-queries.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { Field } from '../../ui/field.tsx';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { type FormState, OfficeForm, useFormState } from '../ui/office-form.tsx';
import { listCountries } from '../ui/list-countries.ts';
import { Section } from '../ui/section.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useOptional } from '../ui/use-optional.ts';

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
          addressFirstName: texts.addressFirstName,
          addressLastName: texts.addressLastName,
          addressEmail: texts.addressEmail,
          street: texts.street,
          zip: texts.zip,
          city: texts.city,
          country: texts.country,
        }}
      >
        <p className="small">{texts.correctHint}</p>
        <Entry state={state} name="firstName" label={texts.firstName} stored={account.firstName} />
        <Entry state={state} name="lastName" label={texts.lastName} stored={account.lastName} />
        <Entry state={state} name="email" label={texts.email} stored={person.email} />
        <SelectField
          name="language"
          label={texts.language}
          defaultValue={state.value('language', account.language)}
          options={[
            ['de', texts.german],
            ['en', texts.english],
          ]}
        />
        {address !== null && <AddressFields state={state} address={address} />}
        <div className="office-buttons">
          <button className="button button--primary">{texts.correct}</button>
        </div>
      </OfficeForm>
    </details>
  );
}

/** The saved address, with the name and the e-mail address that orders take from it. */
function AddressFields({ state, address }: { state: FormState; address: SavedAddressDto }) {
  const texts = useTexts(peopleTexts);
  const language = useLanguage();
  const optional = useOptional();
  return (
    <fieldset>
      <legend>{texts.savedAddress}</legend>
      <p className="small">{texts.savedAddressHint}</p>
      <Entry
        state={state}
        name="addressFirstName"
        label={texts.addressFirstName}
        stored={address.firstName}
      />
      <Entry
        state={state}
        name="addressLastName"
        label={texts.addressLastName}
        stored={address.lastName}
      />
      <Entry
        state={state}
        name="addressEmail"
        label={optional(texts.addressEmail)}
        stored={address.email ?? ''}
      />
      <Entry state={state} name="street" label={texts.street} stored={address.street} />
      <Entry state={state} name="zip" label={texts.zip} stored={address.zip} />
      <Entry state={state} name="city" label={texts.city} stored={address.city} />
      <SelectField
        name="country"
        label={texts.country}
        defaultValue={state.value('country', String(address.countryId))}
        error={state.error('country')}
        options={listCountries(language)}
      />
    </fieldset>
  );
}

interface EntryProps {
  state: FormState;
  name: string;
  label: string;
  stored: string;
}

function Entry({ state, name, label, stored }: EntryProps) {
  return (
    <Field
      name={name}
      label={label}
      autoComplete="off"
      defaultValue={state.value(name, stored)}
      error={state.error(name)}
    />
  );
}
