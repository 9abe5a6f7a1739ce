import { mailKindTexts } from '#messages/office/mails.ts';
import { useTexts } from '../platform/use-frame.ts';

/** The name of a kind of mail in the reader's language. */
export function useMailKind(): (kind: string) => string {
  const texts: Record<string, string> = useTexts(mailKindTexts);
  return (kind) => texts[kind] ?? kind;
}
