import type { Language } from '#contract/language.ts';
import { commandLabels, eventLabels } from '#messages/office/command-labels.ts';

const labels: Record<string, Record<Language, string>> = { ...commandLabels, ...eventLabels };

/** The label of an event; its name where it has none. */
export const labelOf = (command: string, language: Language): string =>
  labels[command]?.[language] ?? command;

/** Every event with its label, for the filter. */
export function listEventLabels(language: Language): { value: string; label: string }[] {
  return Object.entries(labels)
    .map(([value, label]) => ({ value, label: `${label[language]} (${value})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
}
