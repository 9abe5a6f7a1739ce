import { formTexts } from '#messages/office/forms.ts';
import { useTexts } from '../../platform/language.tsx';

/** The label of an optional field. */
export function useOptional(): (label: string) => string {
  const { optional } = useTexts(formTexts);
  return (label) => optional({ label });
}
