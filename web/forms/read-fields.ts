/** A field's text; '' when it is missing or a file. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** The texts of these fields, by name. */
export function readFields<Name extends string>(
  form: FormData,
  names: readonly Name[],
): Record<Name, string> {
  const texts = names.map((name) => [name, readText(form, name)] as const);
  return Object.fromEntries(texts) as Record<Name, string>;
}
