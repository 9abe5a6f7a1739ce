import type { Role } from '#contract/office/staff.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { useFrame, useTexts } from '../platform/use-frame.ts';

const orderTopics = ['helpFind', 'helpMail', 'helpTicket'] as const;

/** The questions that each role asks most often. */
const topics = {
  admin: orderTopics,
  office: orderTopics,
  editor: [],
  door: ['helpDoor'],
} as const satisfies Record<Role, readonly (keyof typeof frameTexts)[]>;

/** Help, and the association's telephone, at the same place on each page (office.md 13.1). */
export function OfficeFooter() {
  const { phone, staff } = useFrame();
  const texts = useTexts(frameTexts);
  return (
    <footer className="office-footer">
      <details>
        <summary>{texts.help}</summary>
        <div className="office-text">
          <p>{texts.helpText({ phone })}</p>
          {staff !== null && topics[staff.role].length > 0 && (
            <ul className="office-list">
              {topics[staff.role].map((topic) => (
                <li key={topic}>{texts[topic]}</li>
              ))}
            </ul>
          )}
          <p>{texts.handbook}</p>
        </div>
      </details>
    </footer>
  );
}
