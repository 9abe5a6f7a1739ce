import { ticketLimitTexts } from '#messages/ticket-limits.ts';
import { useTexts } from '../platform/language.ts';
import { useSite } from '../platform/site.ts';

/** Where groups turn that are larger than an order may be. */
export function GroupNote() {
  const texts = useTexts(ticketLimitTexts);
  const { email } = useSite().association;
  return (
    <p className="small">
      {texts.groups} <a href={`mailto:${email}`}>{email}</a>
    </p>
  );
}
