import { mailOfficeTexts, mailStateTexts, mailKindTexts } from '#messages/office/mails.ts';
import { useTexts } from '../../platform/language.tsx';
import { StateLabel, type StateKind } from '../ui/state-label.tsx';
import type { MailState } from '#contract/office/states.ts';
import type { OutputOf } from '../platform/office-context.ts';

type MailListDto = OutputOf<'mail:list'>['rows'][number];

/** The state of a mail in a word, and whether somebody has dealt with it (office.md 8.4). */
export function MailStateLabel({ mail: { state, isHandled } }: { mail: MailListDto }) {
  const t = useTexts(mailOfficeTexts);
  const states = useTexts(mailStateTexts);
  return (
    <>
      <StateLabel kind={isHandled ? 'gone' : kinds[state]}>{states[state]}</StateLabel>
      {isHandled && ` ${t.handled}`}
    </>
  );
}

const kinds: Record<MailState, StateKind> = {
  waiting: 'open',
  failing: 'bad',
  sent: 'good',
  refused: 'bad',
  dropped: 'gone',
};

/** The name of a kind of mail in the reader's language. */
export function useMailKind(): (kind: string) => string {
  const texts: Record<string, string> = useTexts(mailKindTexts);
  return (kind) => texts[kind] ?? kind;
}
