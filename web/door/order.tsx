import { useState } from 'react';
import { ticketStates } from '#contract/door/wire.ts';
import { useDoor } from './use-door.ts';
import { Key } from './key.tsx';
import { typeName } from './names.ts';

/** The tickets of an order, for a guest without a code. */
export function Order() {
  const { door, view, language, t } = useDoor();
  const book = view.device?.book;
  const { every = [], open = [] } = book?.order(view.orderNo) ?? {};
  const [count, setCount] = useState(open.length);
  if (book === undefined) return null;
  // others may admit somebody of this order in the meantime
  const chosen = Math.min(count, open.length);
  const stateOf = ([id, , , state]: (typeof every)[number]) => {
    if (book.state.live.has(id)) return t.stateIn;
    return state === ticketStates.valid ? t.stateOpen : t.void;
  };
  return (
    <>
      <h1 tabIndex={-1}>{t.order({ no: view.orderNo })}</h1>
      <table>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t.ticketType}</th>
            <th scope="col">{t.state}</th>
          </tr>
        </thead>
        <tbody>
          {every.map((row) => (
            <tr key={row[0]}>
              <th scope="row">{book.typesOf([row]).map((type) => typeName(type, language))}</th>
              <td className="figure">{stateOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="push stack">
        {open.length === 0 && <p>{t.nobodyLeft}</p>}
        {open.length > 1 && <Stepper value={chosen} max={open.length} onChange={setCount} />}
        {open.length > 0 && (
          <Key isMain onClick={() => door.admitTickets(open.slice(0, chosen))}>
            {t.admitCount({ n: chosen })}
          </Key>
        )}
        <Key onClick={() => door.show('scan')}>{t.back}</Key>
      </div>
    </>
  );
}

interface StepperProps {
  value: number;
  max: number;
  onChange: (value: number) => void;
}

/** At a limit the button stays focusable, but does nothing (design.md 3). */
function Stepper({ value, max, onChange }: StepperProps) {
  const { t } = useDoor();
  const step = (by: number, label: string, sign: string) => {
    const next = value + by;
    const isPossible = next >= 1 && next <= max;
    return (
      <Key
        aria-label={label}
        aria-disabled={!isPossible}
        onClick={() => isPossible && onChange(next)}
      >
        {sign}
      </Key>
    );
  };
  return (
    <fieldset className="stepper">
      <legend>{t.howMany}</legend>
      {step(-1, t.fewer, '−')}
      <output>{value}</output>
      {step(1, t.moreTickets, '+')}
    </fieldset>
  );
}
