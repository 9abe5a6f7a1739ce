import { Form } from 'react-router';
import type { ResponseOf } from '#contract/endpoints.ts';
import { formatDate, formatDayAndTime } from '#contract/format.ts';
import { sessionTexts } from '#messages/accounts.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { Button } from '../ui/button.tsx';

interface SessionsSectionProps {
  sessions: ResponseOf<'listSessions'>['data'];
}

/** The devices on which the customer is signed in, and the button that signs all of them out. */
export function SessionsSection({ sessions }: SessionsSectionProps) {
  const texts = useTexts(sessionTexts);
  const language = useLanguage();
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className="profile__heading">
        {texts.title}
      </h2>
      <ul className="small profile__sessions">
        {sessions.map((session) => (
          <li key={`${session.created_at} ${session.last_used_at} ${session.current}`}>
            {texts.since({ date: formatDate(session.created_at, language) })}
            {', '}
            {session.current
              ? texts.current
              : texts.lastUsed({ date: formatDayAndTime(session.last_used_at, language, false) })}
          </li>
        ))}
      </ul>
      <Form method="post" action="/auth/logout-everywhere">
        <Button type="submit" kind="line">
          {texts.logOutEverywhere}
        </Button>
      </Form>
    </section>
  );
}
