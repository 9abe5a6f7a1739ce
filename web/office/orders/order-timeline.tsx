import { commandLabels } from '#messages/office/command-labels.ts';
import { orderEventTexts, orderPageTexts } from '#messages/office/order-page.ts';
import type { OrderEvent } from '#contract/office/order-queries.ts';
import { useTexts } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Section } from '../ui/section.tsx';
import { Moment } from '../ui/moment.tsx';

/** Everything that happened to an order, oldest first. */
export function OrderTimeline({ timeline }: { timeline: OrderEvent[] }) {
  const t = useTexts(orderPageTexts);
  const events: Record<string, string> = useTexts(orderEventTexts);
  const labels: Record<string, string> = useTexts(commandLabels);
  const rows = timeline.map((event, index) => ({ ...event, index }));
  return (
    <Section id="timeline" title={t.timeline}>
      <DataTable
        caption={t.timeline}
        rows={rows}
        keyOf={({ index }) => index}
        columns={[
          {
            label: t.time,
            cell: ({ at }) => <Moment at={at} />,
            isShort: true,
          },
          {
            label: t.what,
            cell: ({ what, detail }) =>
              [events[what] ?? labels[what] ?? what, detail].filter(Boolean).join(': '),
          },
          { label: t.who, cell: ({ actor }) => (actor === '' ? t.byShop : actor) },
        ]}
      />
    </Section>
  );
}
