import { useCombobox } from 'downshift';
import { useState } from 'react';
import { OPTION_LIMIT } from '#contract/constants.ts';
import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.ts';
import { FieldFrame } from './field.tsx';
import { exactOption, matchOptions, type Option } from './match-options.ts';

export type { Option } from './match-options.ts';

interface ComboboxProps {
  name: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  options: Option[];
  selected: Option | null;
  onChange: (option: Option | null) => void;
  /** Said when nothing matches, e.g. "Kein Land gefunden". */
  noResult: string;
  autoComplete?: string;
  /** Language of the options where it differs from the page's. */
  optionLang?: string;
  /** Options shown at most (product.md section 9: 1000). */
  limit?: number;
}

/** A single select one can search in: editable combobox with a list (APG). Esc clears. */
export function Combobox(props: ComboboxProps) {
  const { name, label, options, selected, onChange, limit = OPTION_LIMIT } = props;
  const [query, setQuery] = useState('');
  const texts = useTexts(uiTexts);
  const found = matchOptions(options, query, limit);
  const box = useCombobox({
    id: name,
    inputId: name,
    items: found,
    selectedItem: selected,
    itemToString: (option) => option?.label ?? '',
    // A name typed in full, or filled in by the browser, counts without a click in the list.
    stateReducer(_state, { type, changes }) {
      const filledIn = document.activeElement?.id !== name;
      const typed = type === useCombobox.stateChangeTypes.InputChange;
      if (type !== useCombobox.stateChangeTypes.InputBlur && !(typed && filledIn)) return changes;
      const option = exactOption(options, changes.inputValue ?? '') ?? changes.selectedItem;
      if (!option) return changes;
      return { ...changes, selectedItem: option, inputValue: option.label, isOpen: false };
    },
    onInputValueChange: ({ inputValue, type }) => {
      const typed = type === useCombobox.stateChangeTypes.InputChange;
      setQuery(typed ? inputValue : '');
      if (typed && inputValue === '') onChange(null);
    },
    onSelectedItemChange: ({ selectedItem }) => onChange(selectedItem ?? null),
  });
  const { hint, error, noResult, autoComplete, optionLang } = props;
  const frame = { name, label, ...(hint ? { hint } : {}), error };
  return (
    <FieldFrame {...frame}>
      {(parts) => (
        <div className="combobox">
          <input
            {...box.getInputProps({ ...parts, autoComplete, spellCheck: false })}
            aria-labelledby={undefined}
            className="field__input"
            lang={optionLang}
          />
          <input type="hidden" name={name} value={selected?.id ?? ''} />
          <ul
            {...box.getMenuProps({ 'aria-label': label })}
            aria-labelledby={undefined}
            className="combobox__list"
            lang={optionLang}
          >
            {box.isOpen &&
              found.map((option, index) => (
                <li
                  key={option.id}
                  {...box.getItemProps({ item: option, index })}
                  className={optionClass(index === box.highlightedIndex)}
                >
                  {option.label}
                </li>
              ))}
          </ul>
          <output className="visually-hidden">
            {box.isOpen ? statusOf(found.length, options.length > limit) : ''}
          </output>
          {box.isOpen && found.length === 0 && (
            <p className="combobox__list combobox__note">{noResult}</p>
          )}
        </div>
      )}
    </FieldFrame>
  );

  function statusOf(count: number, cut: boolean): string {
    if (count === 0) return noResult;
    return cut ? texts.maximumSelected({ count: limit }) : '';
  }
}

const optionClass = (active: boolean) =>
  active ? 'combobox__option combobox__option--active' : 'combobox__option';
