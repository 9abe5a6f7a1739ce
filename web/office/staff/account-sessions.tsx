import type { OwnAccount } from '#contract/office/staff-queries.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { useTexts } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { OfficeForm, useFormState } from '../ui/office-form.tsx';
import { Section } from '../ui/section.tsx';
import { useMoment } from '../ui/moment.tsx';

/** The person's sessions, and a button that ends all of them (office.md 2.9). */
export function AccountSessions({ sessions }: { sessions: OwnAccount['sessions'] }) {
  const texts = useTexts(staffTexts);
  const moment = useMoment();
  const state = useFormState('end-sessions');
  return (
    <Section id="sessions" title={texts.sessions}>
      <DataTable
        caption={texts.sessions}
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            label: texts.browser,
            cell: ({ browser, isCurrent }) =>
              `${nameBrowser(browser) ?? texts.unknownBrowser}${isCurrent ? ` (${texts.thisSession})` : ''}`,
          },
          { label: texts.since, cell: ({ since }) => moment(since), isShort: true },
          { label: texts.seen, cell: ({ seen }) => moment(seen), isShort: true },
        ]}
      />
      <OfficeForm name="end-sessions" state={state}>
        <button className="button button--line">{texts.endSessions}</button>
      </OfficeForm>
    </Section>
  );
}

const browsers = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox, Windows" from a `User-Agent`; null for an unknown one. */
function nameBrowser(userAgent: string): string | null {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([part]) => userAgent.includes(part))?.[1];
  const names = [find(browsers), find(systems)].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(', ');
}
