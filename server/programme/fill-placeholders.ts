import { ProgrammeError, type Programme } from './programme-format.ts';
import { setNoBreakSpaces } from './text-format.ts';

type Association = Programme['festival']['association'];
type LegalPages = Programme['legal'];

/**
 * Replaces {{association.…}} in the legal texts by the association's data, so that the files give an address once. A
 * paragraph about an optional number that the association does not have is left out. Throws ProgrammeError for an
 * unknown placeholder.
 */
export function fillPlaceholders(programme: Programme): Programme {
  const fields = fieldsOf(programme.festival.association);
  const fillAll = (texts: string[], file: string): string[] =>
    texts.filter((text) => !namesMissing(text, fields)).map((text) => fillText(text, fields, file));
  const fill = (page: LegalPages['terms'], file: string): LegalPages['terms'] => ({
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      paragraphs: fillAll(section.paragraphs, file),
      ...(section.en && {
        en: { ...section.en, paragraphs: fillAll(section.en.paragraphs, file) },
      }),
    })),
  });
  const { imprint, terms, privacy, accessibility } = programme.legal;
  return {
    ...programme,
    legal: {
      imprint: fill(imprint, 'imprint'),
      terms: fill(terms, 'terms'),
      privacy: fill(privacy, 'privacy'),
      accessibility: fill(accessibility, 'accessibility'),
    },
  };
}

const optionalFields = ['vatId', 'businessId'];

const namesMissing = (text: string, fields: Map<string, string>): boolean =>
  optionalFields.some((name) => !fields.has(name) && text.includes(`{{association.${name}}}`));

function fieldsOf(association: Association): Map<string, string> {
  const { representatives, ...fields } = association;
  return new Map([
    ...Object.entries(fields),
    ['representatives', representatives.map(({ name, role }) => `${name} (${role})`).join(', ')],
    ['firstRepresentative', representatives[0]?.name ?? ''],
  ]);
}

function fillText(text: string, fields: Map<string, string>, file: string): string {
  return text.replace(/\{\{\s*(.*?)\s*\}\}/g, (whole, name: string) => {
    const value = fields.get(name.replace(/^association\./, ''));
    if (value === undefined || !name.startsWith('association.'))
      throw new ProgrammeError(`legal/${file}: nothing is known of ${whole}.`);
    return setNoBreakSpaces(value);
  });
}
