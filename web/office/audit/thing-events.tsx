import type { ThingEvent } from '#contract/office/audit-queries.ts';
import { auditTexts } from '#messages/office/audit.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Section } from '../ui/section.tsx';
import { Moment } from '../ui/moment.tsx';
import { labelOf } from '#messages/office/command-labels.ts';

/** The audit log's entries about the thing of this page (office.md 11). */
export function ThingEvents({ events }: { events: ThingEvent[] }) {
  const texts = useTexts(auditTexts);
  const { audit } = useTexts(frameTexts);
  const language = useLanguage();
  return (
    <Section id="audit" title={audit}>
      {events.length === 0 ? (
        <p>{texts.nothingHere}</p>
      ) : (
        <DataTable
          caption={audit}
          rows={events}
          keyOf={({ id }) => id}
          columns={[
            { label: texts.time, cell: ({ at }) => <Moment at={at} />, isShort: true },
            { label: texts.who, cell: ({ who }) => who },
            { label: texts.what, cell: ({ command }) => labelOf(command, language) },
          ]}
        />
      )}
    </Section>
  );
}
