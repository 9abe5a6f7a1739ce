import { runTexts } from '#messages/office/runs.ts';
import { useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { BreakableText, useMoment } from '../ui/breakable-text.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyList, ListCount, Pager, readPaging, readQuery } from '../ui/list-controls.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/runs-page';
import { RunProgress } from './run-progress.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  return await context.get(officeContext).read('run:list', readPaging(readQuery(url)));
}

/** Every run, newest first (office.md 1). */
export default function RunsPage({ loaderData: page }: Route.ComponentProps) {
  const texts = useTexts(runTexts);
  const moment = useMoment();
  return (
    <>
      <OfficeTitle title={texts.title} />
      {page.rows.length === 0 ? (
        <EmptyList first={texts.none} />
      ) : (
        <>
          <ListCount count={page.count} />
          <DataTable
            caption={texts.title}
            rows={page.rows}
            keyOf={({ id }) => id}
            columns={[
              {
                label: texts.what,
                cell: ({ id, what }) => (
                  <a href={`/office/runs/${id}`}>
                    <BreakableText text={what} />
                  </a>
                ),
              },
              { label: texts.orderedAt, cell: ({ orderedAt }) => moment(orderedAt), isShort: true },
              { label: texts.by, cell: ({ by }) => by },
              { label: texts.progress, cell: (run) => <RunProgress run={run} /> },
            ]}
          />
          <Pager olderThan={page.olderThan} newerThan={page.newerThan} />
        </>
      )}
    </>
  );
}
