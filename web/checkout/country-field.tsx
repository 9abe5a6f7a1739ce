import { useMemo } from 'react';
import type { ResponseOf } from '#contract/endpoints.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { Combobox } from '../ui/combobox.tsx';

export type Countries = ResponseOf<'listCountries'>['data'];

interface CountryFieldProps {
  countries: Countries;
  /** Id of the chosen country; '' for none. */
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
}

/** German names in both languages, found by both (clarifications.md, Language). */
export function CountryField({ countries, value, onChange, error }: CountryFieldProps) {
  const texts = useTexts(checkoutTexts);
  const language = useLanguage();
  const options = useMemo(
    () =>
      countries.map(({ id, name_de, name_en }) => ({ id, label: name_de, alsoFoundBy: [name_en] })),
    [countries],
  );
  return (
    <Combobox
      name="country_id"
      label={texts.country}
      options={options}
      selected={options.find((option) => String(option.id) === value) ?? null}
      onChange={(option) => onChange(option ? String(option.id) : '')}
      noResult={texts.noCountry}
      autoComplete="country-name"
      error={error}
      {...(language === 'de' ? {} : { optionLang: 'de' })}
    />
  );
}
