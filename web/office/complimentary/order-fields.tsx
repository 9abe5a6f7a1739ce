import { GERMANY_ID } from '#contract/constants.ts';
import { complimentaryTexts, reasonTexts } from '#messages/office/complimentary.ts';
import { formTexts } from '#messages/office/forms.ts';
import { Field } from '../../forms/fields.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { type FormState } from '../../forms/use-form.ts';
import { listCountries } from '../ui/list-countries.ts';
import { SelectField } from '../ui/select-field.tsx';
import { formatDay, formatTime } from '#contract/format.ts';
import { complimentaryReasons } from '#contract/office/states.ts';
import { MAX_COMPLIMENTARY_TICKETS, quantityField } from '#contract/office/forms.ts';
import type { OutputOf } from '../platform/office-context.ts';

type OrderableConcert = OutputOf<'complimentary:concerts'>[number];

/** Recipient and delivery of the tickets. */
export function RecipientFields({ state }: { state: FormState }) {
  const texts = useTexts(complimentaryTexts);
  const { optional } = useTexts(formTexts);
  const language = useLanguage();
  const field = (name: string) => ({
    name,
    defaultValue: state.value(name),
    error: state.error(name),
  });
  return (
    <fieldset>
      <legend>{texts.recipient}</legend>
      <div className="fields fields--pair">
        <Field {...field('firstName')} label={texts.firstName} autoComplete="off" />
        <Field {...field('lastName')} label={texts.lastName} autoComplete="off" />
      </div>
      <Field
        {...field('email')}
        label={texts.email}
        hint={texts.emailHint}
        type="email"
        autoComplete="off"
      />
      <SelectField
        {...state.field('language', language)}
        label={texts.language}
        options={[
          ['de', texts.german],
          ['en', texts.english],
        ]}
      />
      <SelectField
        {...state.field('delivery', 'onlineticket')}
        label={texts.delivery}
        hint={texts.postHint}
        options={[
          ['onlineticket', texts.onlineticket],
          ['boxoffice', texts.boxoffice],
          ['postal', texts.postal],
        ]}
      />
      <Field {...field('street')} label={optional({ label: texts.street })} autoComplete="off" />
      <div className="fields fields--zip">
        <Field {...field('zip')} label={optional({ label: texts.zip })} autoComplete="off" />
        <Field {...field('city')} label={optional({ label: texts.city })} autoComplete="off" />
      </div>
      <SelectField
        {...state.field('country', String(GERMANY_ID))}
        label={texts.country}
        options={listCountries(language)}
      />
    </fieldset>
  );
}

/** The kind of the order, and why it costs nothing. */
export function KindFields({ state }: { state: FormState }) {
  const texts = useTexts(complimentaryTexts);
  const reasons = useTexts(reasonTexts);
  return (
    <fieldset>
      <legend>{texts.kind}</legend>
      <label className="new-order__kind">
        <input type="radio" name="kind" value="complimentary" defaultChecked />
        {texts.complimentary}
      </label>
      <SelectField
        {...state.field('reason')}
        label={texts.reason}
        options={[
          ['', texts.choose],
          ...complimentaryReasons.map((value) => [value, reasons[value]] as const),
        ]}
      />
    </fieldset>
  );
}

interface TicketFieldsProps {
  concerts: OrderableConcert[];
  value: (typeId: number) => string;
  /** Error of a field; `tickets` is that of all of them. */
  error: (name: string) => string | undefined;
}

/** The fields of a concert with the labels that the list of errors shows. */
export const listTicketLabels = ({ title, types }: OrderableConcert) =>
  types.map(({ id, name }) => [quantityField(id), `${title}, ${name}`] as const);

/** A number per ticket type, with what is available; a concert is open once it is chosen, past ones are folded. */
export function TicketFields({ concerts, value, error }: TicketFieldsProps) {
  const texts = useTexts(complimentaryTexts);
  const coming = concerts.filter(({ isPast }) => !isPast);
  const past = concerts.filter(({ isPast }) => isPast);
  const folds = coming.length > 0 && past.length > 0;
  const all = error('tickets');
  const list = (some: OrderableConcert[]) =>
    some.map((concert) => (
      <ConcertTickets key={concert.id} concert={concert} value={value} error={error} />
    ));
  const isUsed = past.some(({ types }) => isChosen(types, value));
  return (
    <section className="office-section" id="tickets" tabIndex={-1}>
      <h2>{texts.tickets}</h2>
      <p>{texts.chooseConcerts}</p>
      {all !== undefined && (
        <p className="field__error" id="tickets-error">
          {all}
        </p>
      )}
      <div className="new-order__concerts">{list(folds ? coming : concerts)}</div>
      {folds && (
        <details open={isUsed}>
          <summary>{texts.past}</summary>
          <div className="new-order__concerts">{list(past)}</div>
        </details>
      )}
    </section>
  );
}

function ConcertTickets({
  concert: { title, startsAt, types },
  value,
  error,
}: Omit<TicketFieldsProps, 'concerts'> & { concert: OrderableConcert }) {
  const texts = useTexts(complimentaryTexts);
  const language = useLanguage();
  const when = `${formatDay(startsAt, language)}, ${formatTime(startsAt, language)}`;
  return (
    <details className="new-order__concert" open={isChosen(types, value)}>
      <summary>
        {title}
        <span className="new-order__when">{when}</span>
      </summary>
      <fieldset aria-describedby={error('tickets') === undefined ? undefined : 'tickets-error'}>
        <legend className="visually-hidden">
          {title}, {when}
        </legend>
        <div className="new-order__types">
          {types.map(({ id, name, available }) => (
            <Field
              key={id}
              name={quantityField(id)}
              label={name}
              hint={texts.available({ n: available })}
              type="number"
              inputMode="numeric"
              min={0}
              max={MAX_COMPLIMENTARY_TICKETS}
              defaultValue={value(id)}
              error={error(quantityField(id))}
            />
          ))}
        </div>
      </fieldset>
    </details>
  );
}

/** Whether the form has a number for one of these types, or the order before it had. */
const isChosen = (types: OrderableConcert['types'], value: TicketFieldsProps['value']): boolean =>
  types.some(({ id }) => value(id) !== '0');
