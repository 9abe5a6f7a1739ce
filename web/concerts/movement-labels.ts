/** What fits over a summit: "Scherzo (Furiant). Molto vivace" → "Molto vivace". */
export function shortMovement(title: string): string {
  const parts = title.split(/\.\s+(?=\p{Lu})/u);
  return parts.at(-1) ?? title;
}
