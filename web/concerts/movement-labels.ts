const NUMERALS: [number, string][] = [
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

/** 1 → I, 4 → IV … up to 89. */
export function romanNumeral(number: number): string {
  let rest = number;
  let text = '';
  for (const [value, sign] of NUMERALS) {
    while (rest >= value) {
      text += sign;
      rest -= value;
    }
  }
  return text;
}

/** What fits over a summit: "Scherzo (Furiant). Molto vivace" → "Molto vivace". */
export function shortMovement(title: string): string {
  const parts = title.split(/\.\s+(?=\p{Lu})/u);
  return parts.at(-1) ?? title;
}
