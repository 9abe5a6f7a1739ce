import { formTexts } from '#messages/office/forms.ts';
import { useTexts } from '../platform/use-frame.ts';

/** The label of a field that may be left out. */
export function useOptional(): (label: string) => string {
  const { optional } = useTexts(formTexts);
  return (label) => optional({ label });
}
