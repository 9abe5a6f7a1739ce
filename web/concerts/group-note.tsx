import { ticketLimitTexts } from '#messages/ticket-limits.ts';
import { useTexts } from '../platform/language.tsx';
import { useSite } from '../platform/site.ts';

/** The contact for groups that exceed the limit of an order. */
export function GroupNote() {
  const texts = useTexts(ticketLimitTexts);
  const { email } = useSite().association;
  return (
    <p className="small">
      {texts.groups} <a href={`mailto:${email}`}>{email}</a>
    </p>
  );
}
