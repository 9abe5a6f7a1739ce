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
  error: string | undefined;
}

/** A number per ticket type, with what is available; past concerts are folded when there are upcoming ones. */
export function TicketFields({ concerts, value, error }: TicketFieldsProps) {
  const texts = useTexts(complimentaryTexts);
  const coming = concerts.filter(({ isPast }) => !isPast);
  const past = concerts.filter(({ isPast }) => isPast);
  const folds = coming.length > 0 && past.length > 0;
  const list = (some: OrderableConcert[]) =>
    some.map((concert) => (
      <ConcertTickets
        key={concert.id}
        concert={concert}
        value={value}
        isWrong={error !== undefined}
      />
    ));
  const isUsed = past.some(({ types }) => types.some(({ id }) => value(id) !== '0'));
  return (
    <section className="office-section" id="tickets" tabIndex={-1}>
      <h2>{texts.tickets}</h2>
      {error !== undefined && (
        <p className="field__error" id="tickets-error">
          {error}
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
  isWrong,
}: Pick<TicketFieldsProps, 'value'> & { concert: OrderableConcert; isWrong: boolean }) {
  const texts = useTexts(complimentaryTexts);
  const language = useLanguage();
  return (
    <fieldset
      className="new-order__concert"
      aria-describedby={isWrong ? 'tickets-error' : undefined}
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
          />
        ))}
      </div>
    </fieldset>
  );
}
