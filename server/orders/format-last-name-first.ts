/** "Wieck, Clara" of "Clara Wieck": the last word, with particles before it, is the name that a list is sorted by. */
export function formatLastNameFirst(name: string): string {
  const [, first, last] =
    /^(.+?)\s+((?:(?:d[aeiu]|de[lnr]|l[ae]|v[ao]n|vom|zu[mr]?)\s+)*\S+)$/i.exec(name.trim()) ?? [
      '',
      '',
      name.trim(),
    ];
  return first === '' ? (last ?? '') : `${last}, ${first}`;
}
