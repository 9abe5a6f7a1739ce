import './field.css';
import { useEffect, useRef, type MouseEvent } from 'react';
import { MAX_OPTIONS } from '#contract/constants.ts';
import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.tsx';
import { FieldFrame } from './fields.tsx';
import { useListbox, type Option } from './use-listbox.ts';

interface ComboboxProps {
  name: string;
  label: string;
  error?: string | undefined;
  options: Option[];
  selected: Option | null;
  onChange: (option: Option | null) => void;
  /** Shown when nothing matches, e.g. "Kein Land gefunden". */
  noResult: string;
  autoComplete?: string;
  /** Language of the options where it differs from the page's. */
  optionLang?: string;
}

/** A single select with a search field. Arrows move, Enter chooses, Esc closes, then clears. */
export function Combobox(props: ComboboxProps) {
  const { name, label, options, selected, error, noResult } = props;
  const texts = useTexts(uiTexts);
  const box = useListbox({ name, options, selected, onChange: props.onChange });
  const listId = `${name}-list`;
  const isCut = options.length > MAX_OPTIONS;
  const cut = isCut ? texts.maximumSelected({ count: MAX_OPTIONS }) : '';
  const note = box.found.length === 0 ? noResult : cut;
  const inputRole = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': listId,
    'aria-expanded': box.open,
    'aria-activedescendant': box.active >= 0 ? box.optionId(box.active) : undefined,
  } as const;
  return (
    <FieldFrame name={name} label={label} error={error}>
      {(parts) => (
        <div className="combobox">
          <input
            {...parts}
            {...inputRole}
            className="field__input"
            lang={props.optionLang}
            autoComplete={props.autoComplete}
            spellCheck={false}
            value={box.text}
            // not onChange, which misses a value that a script has set (restore-entries.ts)
            onInput={(event) => box.type(event.currentTarget.value)}
            onKeyDown={box.press}
            onClick={({ currentTarget }) => {
              // typing replaces the chosen one
              if (!box.open) currentTarget.select();
              box.show();
            }}
            onBlur={box.leave}
          />
          <HiddenValue name={name} value={String(selected?.id ?? '')} />
          <Options listId={listId} label={label} lang={props.optionLang} box={box} />
          <output className="visually-hidden">{box.open ? note : ''}</output>
          {box.open && box.found.length === 0 && (
            <p className="combobox__list combobox__note">{noResult}</p>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

/** The value that the form sends. A hidden field changes without an event, so this dispatches one. */
function HiddenValue({ name, value }: { name: string; value: string }) {
  const input = useRef<HTMLInputElement>(null);
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    input.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [value]);
  return <input ref={input} type="hidden" name={name} value={value} />;
}

/** Pressing in the list must not take the focus from the field. */
const preventBlur = { onMouseDown: (event: MouseEvent) => event.preventDefault() };

interface OptionsProps {
  listId: string;
  label: string;
  lang: string | undefined;
  box: ReturnType<typeof useListbox>;
}

function Options({ listId, label, lang, box }: OptionsProps) {
  const list = { role: 'listbox', id: listId, 'aria-label': label, lang } as const;
  return (
    <ul {...list} {...preventBlur} className="combobox__list">
      {box.open &&
        box.found.map((option, index) => {
          const isActive = index === box.active;
          // For the pointer only: the field handles the keys (use-listbox.ts).
          const pointer = {
            onPointerMove: () => box.setActive(index),
            onClick: () => box.choose(option),
          };
          const role = {
            role: 'option',
            'aria-selected': isActive,
            id: box.optionId(index),
          } as const;
          return (
            <li
              {...role}
              key={option.id}
              className={
                isActive ? 'combobox__option combobox__option--active' : 'combobox__option'
              }
              {...pointer}
            >
              {option.label}
            </li>
          );
        })}
    </ul>
  );
}
