import { formatDay, formatTime } from '#contract/format.ts';
import {
  MAX_COMPLIMENTARY_TICKETS,
  quantityField,
  type OrderableConcert,
} from '#contract/office/complimentary-queries.ts';
import { complimentaryTexts } from '#messages/office/complimentary.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { Field } from '../../ui/field.tsx';

interface TicketFieldsProps {
  concerts: OrderableConcert[];
  value: (typeId: number) => string;
  /** Error of a field; `tickets` is that of all of them. */
  error: (name: string) => string | undefined;
}

/** The fields of a concert with the labels that the list of errors shows. */
export const listTicketLabels = ({ title, types }: OrderableConcert) =>
  types.map(({ id, name }) => [quantityField(id), `${title}, ${name}`] as const);

/** A number per ticket type, with what is available; past concerts are folded when there are upcoming ones. */
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
  const isUsed = past.some(({ types }) => types.some(({ id }) => value(id) !== '0'));
  return (
    <section className="office-section" id="tickets" tabIndex={-1}>
      <h2>{texts.tickets}</h2>
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
  return (
    <fieldset
      className="new-order__concert"
      aria-describedby={error('tickets') === undefined ? undefined : 'tickets-error'}
    >
      <legend>
        {title}
        <span className="new-order__when">
          {formatDay(startsAt, language)}, {formatTime(startsAt, language)}
        </span>
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
  );
}
