import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import './choice.css';

export interface RadioCard<Value extends string> {
  value: Value;
  label: string;
  text?: ReactNode;
  /** At the right edge, e.g. a formatted price. */
  price?: string;
  /** Why the card cannot be chosen; disables it. May contain a link to the field that helps. */
  reason?: ReactNode;
}

interface RadioCardsProps<Value extends string> {
  legend: string;
  name: string;
  /** Id of the form it belongs to, if it is outside of it. */
  form?: string;
  cards: RadioCard<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** Options, one bordered card each, as native radio buttons. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, name, form, cards, value, onChange } = props;
  const fieldset = useRef<HTMLFieldSetElement>(null);
  /** Chosen before hydration, or restored by the browser. */
  const takeOver = useEffectEvent(() => {
    const found = fieldset.current?.querySelector<HTMLInputElement>('input:checked:enabled');
    const card = cards.find((each) => each.value === found?.value);
    if (card !== undefined && card.value !== value) onChange(card.value);
  });
  useEffect(() => takeOver(), []);
  return (
    <fieldset ref={fieldset} className="radio-cards">
      <legend className="radio-cards__legend">
        <h2 className="sheet__title">{legend}</h2>
      </legend>
      {cards.map((card) => (
        <label key={card.value} className="radio-card">
          <input
            type="radio"
            id={`${name}-${card.value}`}
            name={name}
            form={form}
            value={card.value}
            checked={value === card.value}
            disabled={card.reason !== undefined}
            onChange={() => onChange(card.value)}
            aria-labelledby={`${name}-${card.value}-label`}
            aria-describedby={`${name}-${card.value}-text`}
          />
          <span className="radio-card__label" id={`${name}-${card.value}-label`}>
            {card.label}
          </span>
          {card.price !== undefined && <span className="radio-card__price">{card.price}</span>}
          <span className="radio-card__text" id={`${name}-${card.value}-text`}>
            {card.text} {card.reason && <strong>{card.reason}</strong>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
