import { quantityTexts } from '#messages/quantity.ts';
import { useTexts } from '../platform/language.ts';
import { Icon } from './icon.tsx';
import './quantity-stepper.css';

interface QuantityStepperProps {
  /** What is counted, e.g. "Ermäßigt": names the group and its buttons. */
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}

/** Minus, number, plus. At a limit the button stays focusable, it only does nothing (design.md 3). */
export function QuantityStepper({ label, value, max, onChange }: QuantityStepperProps) {
  const texts = useTexts(quantityTexts);
  const full = value >= max;
  return (
    <fieldset className="quantity" aria-label={label}>
      <button
        type="button"
        className="quantity__button"
        aria-label={texts.oneLess({ label })}
        aria-disabled={value <= 0}
        onClick={() => value > 0 && onChange(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <output className="quantity__value" aria-live="polite">
        {value}
      </output>
      <button
        type="button"
        className="quantity__button"
        aria-label={texts.oneMore({ label })}
        aria-disabled={full}
        onClick={() => !full && onChange(value + 1)}
      >
        <Icon name="plus" />
      </button>
      {/* Where nothing is chosen, the stepper beside it that has reached the limit says so. */}
      <output className="quantity__limit">{full && value > 0 && texts.noMoreTickets}</output>
    </fieldset>
  );
}
