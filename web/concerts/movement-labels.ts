/** The label that fits over a summit: "Scherzo (Furiant). Molto vivace" → "Molto vivace". */
export function shortMovement(title: string): string {
  const parts = title.split(/\.\s+(?=\p{Lu})/u);
  // A dash ends a line, it does not start one.
  return (parts.at(-1) ?? title).replaceAll(' – ', '\u00A0– ');
}
