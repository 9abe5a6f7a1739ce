import { mailOfficeTexts, mailStateTexts, mailKindTexts } from '#messages/office/mails.ts';
import { useTexts } from '../../platform/language.tsx';
import type { OutputOf } from '../platform/office-context.ts';

type MailListDto = OutputOf<'mail:list'>['rows'][number];

/** The state of a mail in a word, and whether somebody has dealt with it (office.md 8.4). */
export function MailStateLabel({ mail: { state, isHandled } }: { mail: MailListDto }) {
  const t = useTexts(mailOfficeTexts);
  const states = useTexts(mailStateTexts);
  const isBad = (state === 'failing' || state === 'refused') && !isHandled;
  return (
    <>
      <span className={isBad ? 'office-state office-state--bad' : 'office-state'}>
        {states[state]}
      </span>
      {isHandled && ` ${t.handled}`}
    </>
  );
}

/** The name of a kind of mail in the reader's language. */
export function useMailKind(): (kind: string) => string {
  const texts: Record<string, string> = useTexts(mailKindTexts);
  return (kind) => texts[kind] ?? kind;
}
