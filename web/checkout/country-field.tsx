import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { checkoutTexts } from '#messages/checkout.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import type { OutputOf } from '../platform/visit.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { Combobox } from '../forms/combobox.tsx';
import { FieldFrame } from '../forms/fields.tsx';

export type Countries = OutputOf<'country:list'>;

interface CountryFieldProps {
  name: string;
  countries: Countries;
  /** Id of the chosen country; '' for none. */
  defaultValue: string;
  error: string | undefined;
  autoFocus: boolean;
}

/** Germany, Austria and Switzerland before the others. */
function nearestFirst(countries: Countries): Countries {
  const nearest = ['Deutschland', 'Österreich', 'Schweiz'];
  const rank = ({ name }: Countries[number]) => (nearest.indexOf(name.de) + 4) % 4;
  return countries.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * German names, for English visitors with English ones beside them; found by both (product.md 10). A
 * select until the page is hydrated, then a combobox with the same name and value; a select in use stays until the
 * visitor leaves it.
 */
export function CountryField({ countries, defaultValue, ...field }: CountryFieldProps) {
  const texts = useTexts(checkoutTexts);
  const language = useLanguage();
  const select = useRef<HTMLSelectElement>(null);
  /** Null while the select is shown. */
  const [chosen, setChosen] = useState(useHydrated() ? defaultValue : null);
  useLayoutEffect(() => {
    const shown = select.current;
    if (shown !== null && document.activeElement !== shown) setChosen(shown.value);
  }, []);
  const options = useMemo(
    () =>
      nearestFirst(countries).map(({ id, name: { de, en } }) => ({
        id,
        label: language === 'de' || en === de ? de : `${de} (${en})`,
        alsoFoundBy: [de, en],
      })),
    [countries, language],
  );
  const lang = language === 'de' ? {} : { lang: 'de' };
  if (chosen === null) {
    return (
      <FieldFrame name={field.name} label={texts.country} error={field.error}>
        {(parts) => (
          <select
            {...parts}
            {...lang}
            ref={select}
            className="field__input"
            name={field.name}
            defaultValue={defaultValue}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts, nothing else leads to the error
            autoFocus={field.autoFocus}
            onBlur={(event) => setChosen(event.currentTarget.value)}
            autoComplete="country"
          >
            <option value="">{texts.chooseCountry}</option>
            {options.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
    );
  }
  return (
    <Combobox
      name={field.name}
      label={texts.country}
      options={options}
      selected={options.find((option) => String(option.id) === chosen) ?? null}
      onChange={(option) => setChosen(option ? String(option.id) : '')}
      noResult={texts.noCountry}
      autoComplete="country-name"
      error={field.error}
      {...(language === 'de' ? {} : { optionLang: 'de' })}
    />
  );
}
