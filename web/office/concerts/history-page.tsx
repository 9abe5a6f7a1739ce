import { readRowId } from '#contract/office/forms.ts';
import { mayOpen } from '#contract/office/screens.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { useTexts } from '../../platform/language.tsx';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useMoment } from '../ui/breakable-text.tsx';
import { ChangeList } from '../ui/change-list.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/history-page';
import { ButtonForm } from '../ui/button-form.tsx';

type Version = OutputOf<'concert:history'>[number];

export async function loader({ context, params }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const id = readRowId(params.id);
  const [concert, versions] = await Promise.all([
    office.read('concert:page', { id }),
    office.read('concert:history', { id }),
  ]);
  return { concert, versions };
}

/** Every version of a concert, the latest first, with what it changed (office.md 5.2). */
export default function HistoryPage({ loaderData: { concert, versions } }: Route.ComponentProps) {
  const texts = useTexts(concertOfficeTexts);
  const { staff } = useFrame();
  const moment = useMoment();
  const path = `/office/concerts/${concert.id}`;
  const current = versions[0]?.number ?? 0;
  const mayRestore = staff !== null && mayOpen(staff.role, '/office/concerts/:id/details');
  return (
    <>
      <Breadcrumb
        items={[
          { label: texts.title, path: '/office/concerts' },
          { label: concert.title, path },
          { label: texts.history },
        ]}
      />
      <OfficeTitle title={texts.history} below={concert.title} />
      <DataTable
        caption={texts.history}
        rows={versions}
        keyOf={({ number }) => number}
        columns={[
          { label: texts.version, cell: ({ number }) => number, isNumber: true },
          { label: texts.person, cell: ({ savedBy }) => savedBy ?? '–' },
          { label: texts.time, cell: ({ savedAt }) => moment(savedAt), isShort: true },
          { label: texts.source, cell: ({ source }) => texts[source], isShort: true },
          { label: texts.changes, cell: (version) => <Changes version={version} /> },
          ...(mayRestore
            ? [
                {
                  label: texts.restore,
                  cell: ({ number }: Version) =>
                    number === current ? null : (
                      <ButtonForm
                        action={path}
                        entries={{ form: 'version', number, version: current }}
                        isSmall
                        aria-label={texts.restoreVersion({ number })}
                      >
                        {texts.restore}
                      </ButtonForm>
                    ),
                  isAction: true,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function Changes({ version: { changes, number } }: { version: Version }) {
  const texts = useTexts(concertOfficeTexts);
  if (number === 1) return texts.firstVersion;
  return <ChangeList changes={changes} />;
}
