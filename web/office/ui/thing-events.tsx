import { auditTexts } from '#messages/office/audit.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { useTexts } from '../../platform/language.tsx';
import type { OutputOf } from '../platform/office-context.ts';
import { Moment } from './breakable-text.tsx';
import { DataTable } from './data-table.tsx';
import { Section } from './section.tsx';

/** The audit log's entries about the thing of this page (office.md 11). */
export function ThingEvents({ events }: { events: OutputOf<'people:events'> }) {
  const texts = useTexts(auditTexts);
  const { audit } = useTexts(frameTexts);
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
            { label: texts.what, cell: ({ what }) => what },
          ]}
        />
      )}
    </Section>
  );
}
