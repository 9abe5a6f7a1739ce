import { useLayoutEffect, useRef, useState } from 'react';
import { quantityTexts } from '#messages/quantity.ts';
import { useTexts } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { Icon } from './icon.tsx';
import './quantity-stepper.css';

interface QuantityStepperProps {
  /** Name of the form field. */
  name: string;
  /** The name of the counted thing, e.g. "Ermäßigt": labels the group and its buttons. */
  label: string;
  value: number;
  max: number;
  /** The maximum of the field, where other fields may still change it; `max` if left out. */
  fieldMax?: number;
  /** The reason for the maximum. */
  limit?: string | null;
  onChange: (value: number) => void;
  /** Id of the message about a refused quantity. */
  errorId?: string | undefined;
  /** Takes the focus of a rendered page: the first refused field. */
  takesFocus?: boolean;
}

/**
 * A number; in hydrated pages with minus and plus, once its field has lost focus. The reason for the maximum stays in
 * its place, so that nothing moves.
 */
export function QuantityStepper(props: QuantityStepperProps) {
  const { name, label, value, max, fieldMax = max, limit, onChange, errorId, takesFocus } = props;
  const texts = useTexts(quantityTexts);
  const isHydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  useLayoutEffect(() => setTyping(document.activeElement === field.current), []);
  return (
    <fieldset className="quantity" aria-label={label} aria-describedby={errorId}>
      {isHydrated && !isTyping ? (
        <Stepper {...props} />
      ) : (
        <input
          ref={field}
          className="quantity-field"
          type="number"
          name={name}
          aria-label={label}
          min={0}
          // a number that is no longer available may be tried again: the browser must not block it
          max={Math.max(fieldMax, value)}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={value}
          aria-invalid={errorId !== undefined}
          aria-describedby={errorId}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts, nothing else leads to the error
          autoFocus={takesFocus}
          onInput={({ currentTarget }) => onChange(Number(currentTarget.value) || 0)}
          onBlur={() => setTyping(false)}
        />
      )}
      {/* With an empty choice, the stepper at its limit shows the reason. */}
      <output className="quantity__limit">
        {value > 0 && value >= max && (limit ?? texts.noMoreTickets)}
      </output>
    </fieldset>
  );
}

/** Minus, number, plus. At a limit the button stays focusable, but does nothing (design.md 3). */
function Stepper({ name, label, value, max, onChange }: QuantityStepperProps) {
  const texts = useTexts(quantityTexts);
  const full = value >= max;
  return (
    <>
      <input type="hidden" name={name} value={value} />
      <button
        type="button"
        className="quantity__button"
        aria-label={texts.oneLess({ label })}
        aria-disabled={!value}
        onClick={() => value && onChange(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <output className="quantity__value">{value}</output>
      <button
        type="button"
        className="quantity__button"
        aria-label={texts.oneMore({ label })}
        aria-disabled={full}
        onClick={() => !full && onChange(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </>
  );
}
