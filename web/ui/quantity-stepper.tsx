import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.ts';
import { Icon } from './icon.tsx';

interface QuantityStepperProps {
  /** What is counted, e.g. "Ermäßigt": names the group and its buttons. */
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
  /** Said when plus is at its limit; 'no more tickets available' unless told. */
  limitText?: string;
}

/** Minus, number, plus. At a limit the button stays focusable, it only does nothing (look.md 3). */
export function QuantityStepper({ label, value, max, onChange, limitText }: QuantityStepperProps) {
  const texts = useTexts(uiTexts);
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
      <output className="quantity__limit">{full && (limitText ?? texts.noMoreTickets)}</output>
    </fieldset>
  );
}
