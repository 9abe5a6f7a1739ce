// The four lists that concerts refer to, and the fields of their forms (office.md 5.2). Pages need no other table.

/** The kinds of lists; a command's name begins with it. */
export const listKinds = ['venue', 'composer', 'instrument', 'ticket-type'] as const;

export type ListKind = (typeof listKinds)[number];

/** A field of a list's form. */
interface ListField {
  name: string;
  /** One in German and one in English: `name_de`, `name_en`. */
  isInBoth?: true;
  isOptional?: true;
  /** Several lines. */
  isLong?: true;
}

/** The fields of each list's form, in their order. */
export const listFields: Record<ListKind, readonly ListField[]> = {
  venue: [
    { name: 'name', isInBoth: true },
    { name: 'description', isInBoth: true, isLong: true },
    { name: 'accessibility', isInBoth: true, isLong: true },
    { name: 'street' },
    { name: 'postalCode' },
    { name: 'city' },
    { name: 'latitude' },
    { name: 'longitude' },
  ],
  composer: [
    { name: 'name' },
    { name: 'born', isOptional: true },
    { name: 'died', isOptional: true },
  ],
  instrument: [{ name: 'name', isInBoth: true }],
  'ticket-type': [
    { name: 'name', isInBoth: true },
    { name: 'note', isInBoth: true, isLong: true, isOptional: true },
  ],
};

/** The names of the fields as forms send them. */
export const listFieldNames = (kind: ListKind): string[] =>
  listFields[kind].flatMap(({ name, isInBoth }) =>
    isInBoth ? [`${name}_de`, `${name}_en`] : [name],
  );
