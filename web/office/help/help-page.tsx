import { mayOpen } from '#contract/office/screens.ts';
import { helpTexts } from '#messages/office/help.ts';
import { useTexts } from '../../platform/language.tsx';
import { useFrame } from '../platform/use-frame.ts';
import { OfficeTitle } from '../ui/office-title.tsx';
import { Section } from '../ui/section.tsx';

/** Each task with its steps, the screen where it starts, and perhaps another one that it needs. */
const topics = [
  ['orders', 'ordersSteps', '/office/orders'],
  ['mail', 'mailSteps', '/office/mails'],
  ['contact', 'contactSteps', '/office/orders'],
  ['reissue', 'reissueSteps', '/office/orders'],
  ['refund', 'refundSteps', '/office/orders'],
  ['cancel', 'cancelSteps', '/office/runs'],
  ['complimentary', 'complimentarySteps', '/office/orders/new'],
  ['post', 'postSteps', '/office/dispatch'],
  ['boxOffice', 'boxOfficeSteps', '/office', '/office/concerts/:id/box-office'],
  ['messages', 'messagesSteps', '/office/messages'],
  ['people', 'peopleSteps', '/office/people'],
  ['newConcert', 'newConcertSteps', '/office/concerts/new'],
  ['concerts', 'concertsSteps', '/office/concerts'],
  ['reports', 'reportsSteps', '/office/reports'],
] as const;

/** The tasks of a volunteer that the role allows, step by step (office.md 7). */
export default function HelpPage() {
  const t = useTexts(helpTexts);
  const { staff } = useFrame();
  const shown = topics.filter(
    ([, , path, needed = path]) => staff !== null && mayOpen(staff.role, needed),
  );
  return (
    <>
      <OfficeTitle title={t.title} />
      <p className="lead office-text">{t.lead}</p>
      <p>
        <a className="text-link" href="/office/help/handbook">
          {t.handbook}
        </a>
      </p>
      <nav aria-label={t.topics}>
        <ul className="office-links">
          {shown.map(([topic]) => (
            <li key={topic}>
              <a href={`#${topic}`}>{t[topic]}</a>
            </li>
          ))}
        </ul>
      </nav>
      {shown.map(([topic, steps, path]) => (
        <div key={topic} id={topic} className="office-text">
          <Section id={`${topic}-steps`} title={t[topic]}>
            <ol className="office-steps">
              {t[steps].split('\n').map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <p>
              <a className="text-link" href={path} aria-describedby={`${topic}-steps-title`}>
                {t.open}
              </a>
            </p>
          </Section>
        </div>
      ))}
    </>
  );
}
