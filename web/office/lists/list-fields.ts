import type { Language } from '#contract/language.ts';
import { listFields, listKinds, type ListKind } from '#contract/office/programme-lists.ts';
import { concertHintTexts } from '#messages/office/concert-hints.ts';
import { formTexts } from '#messages/office/forms.ts';
import { listFieldTexts } from '#messages/office/programme-lists.ts';
import { useTexts } from '../../platform/language.tsx';

/** The list that a path belongs to: `/office/venues/1` is a page of the venues. */
export function kindOf(path: string): ListKind {
  const kind = listKinds.find((each) => path.split('/')[2] === `${each}s`);
  if (kind === undefined) throw new Response(null, { status: 404 });
  return kind;
}

/** An entry's name in the reader's language; a composer has one for both. */
export const nameOf = (fields: Record<string, string>, language: Language): string =>
  fields[`name_${language}`] ?? fields['name'] ?? '';

/** The fields of a list's form with their labels, in their order. */
export function useListFields(kind: ListKind) {
  const labels: Record<string, string> = useTexts(listFieldTexts);
  const { latitude, longitude } = useTexts(concertHintTexts);
  const hints: Record<string, string> = { latitude, longitude };
  const { german, english, optional } = useTexts(formTexts);
  return listFields[kind].flatMap(({ name, isInBoth, isOptional, isLong = false }) => {
    const label = labels[name] ?? name;
    const both = [
      { name: `${name}_de`, text: `${label} (${german})` },
      { name: `${name}_en`, text: `${label} (${english})` },
    ];
    return (isInBoth ? both : [{ name, text: label }]).map((field) => ({
      name: field.name,
      column: field.text,
      label: isOptional ? optional({ label: field.text }) : field.text,
      hint: hints[name] ?? '',
      isLong,
    }));
  });
}
