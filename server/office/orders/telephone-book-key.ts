/** A name as German telephone books sort it: ä as ae, ß as ss, without case and accents (DIN 5007-2). */
export function telephoneBookKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N} ]/gu, '');
}

/** "Wieck, Clara" of "Clara Wieck": the last word is the name that a list is sorted by. */
export function lastNameFirst(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${last}, ${words.join(' ')}`;
}
