import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatNumber } from '#contract/format.ts';
import { readRowId } from '#contract/office/forms.ts';
import { runItemStates, type RunItemState } from '#contract/office/runs.ts';
import { runItemStateTexts, runTexts } from '#messages/office/runs.ts';
import { readText } from '../../forms/read-fields.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { useLatest } from '../../platform/use-polling.ts';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { BreakableText, useMoment } from '../ui/breakable-text.tsx';
import { ButtonForm } from '../ui/button-form.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { OrderLink } from '../ui/order-link.tsx';
import { Section, TermList } from '../ui/section.tsx';
import type { Route } from './+types/run-page';
import { BuyersWithoutEmail, RefundSums } from './refund-sums.tsx';
import { RunProgress, useProgress } from './run-progress.tsx';

type Run = OutputOf<'run:page'>;

/** How often a run in progress is read again, and how often its progress is announced. */
const REFRESH_MS = 2000;
const ANNOUNCE_MS = 10_000;

/** States of items that change by themselves. */
const movingStates = new Set<RunItemState>(['waiting', 'working', 'on-its-way']);

const commands = { undo: 'run:undo', start: 'run:start', retry: 'run:retry' } as const;

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const input = { id: readRowId(id) };
  return {
    run: await office.read('run:page', input),
    refunds: await office.read('run:refunds', input),
  };
}

/** A failed poll leaves the page as it is: the network was lost, or the session has ended. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  serverLoader().catch(() => null);

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const form = await request.formData();
  const name = readText(form, 'form');
  if (!(name in commands)) throw new Response(null, { status: 404 });
  const command = commands[name as keyof typeof commands];
  return await submitForm(context.get(officeContext), form, {
    command,
    input: { id },
    to: `/office/runs/${id}`,
  });
}

/** A run with its progress (office.md 1). */
export default function RunPage({ loaderData }: Route.ComponentProps) {
  const texts = useTexts(runTexts);
  const moment = useMoment();
  const latest = useLatest(loaderData);
  if (latest === null) return null;
  const { run, refunds } = latest;
  return (
    <>
      <Breadcrumb items={[{ label: texts.title, path: '/office/runs' }, { label: run.what }]} />
      <OfficeTitle title={run.what} below={texts.title} />
      <TermList
        rows={[
          [texts.by, run.by],
          [texts.orderedAt, moment(run.orderedAt)],
          [texts.beginsAt, run.isOpen ? moment(run.beginsAt) : null],
          [texts.progress, <RunProgress key="progress" run={run} />],
        ]}
      />
      <Announcer run={run} />
      <div className="office-buttons">
        {run.isOpen && run.mayChange && (
          <>
            <ButtonForm entries={{ form: 'start' }}>{texts.start}</ButtonForm>
            <ButtonForm entries={{ form: 'undo' }}>{texts.undo}</ButtonForm>
          </>
        )}
        {run.failed.length > 0 && run.mayChange && (
          <ButtonForm entries={{ form: 'retry' }}>{texts.retry}</ButtonForm>
        )}
        <a className="button button--line" href={`/office/runs/${run.id}`}>
          {texts.refresh}
        </a>
        <a className="button button--line" href={`/office/runs/${run.id}/items.csv`}>
          {texts.csv}
        </a>
      </div>
      <States run={run} />
      {refunds !== null && <RefundSums refunds={refunds} />}
      {run.failed.length > 0 && <Failed run={run} />}
      {refunds !== null && <BuyersWithoutEmail buyers={refunds.withoutEmail} />}
    </>
  );
}

/** Reads the run again while it is in progress, and says politely how far it is. */
function Announcer({ run }: { run: Run }) {
  const { revalidate } = useRevalidator();
  const words = useProgress(run);
  const [announced, setAnnounced] = useState('');
  const latest = useRef(words);
  // buyers may take days to choose: a page that waits for them would keep its session open
  const isDone = run.isUndone || !run.states.some(({ state }) => movingStates.has(state));
  useEffect(() => {
    latest.current = words;
  }, [words]);
  useEffect(() => {
    if (isDone) return undefined;
    const refresh = setInterval(() => void revalidate(), REFRESH_MS);
    const announce = setInterval(() => setAnnounced(latest.current), ANNOUNCE_MS);
    return () => {
      clearInterval(refresh);
      clearInterval(announce);
    };
  }, [isDone, revalidate]);
  return (
    <output className="visually-hidden">{isDone && announced !== '' ? words : announced}</output>
  );
}

function States({ run: { states } }: { run: Run }) {
  const texts = useTexts(runTexts);
  const labels = useTexts(runItemStateTexts);
  const language = useLanguage();
  const rows = runItemStates.flatMap((state) => states.filter((row) => row.state === state));
  if (rows.length === 0) return null;
  return (
    <Section id="states" title={texts.states}>
      <DataTable
        caption={texts.states}
        rows={rows}
        keyOf={({ state }) => state}
        columns={[
          { label: texts.state, cell: ({ state }) => labels[state] },
          {
            label: texts.count,
            cell: ({ count }) => formatNumber(count, language),
            isNumber: true,
          },
        ]}
      />
    </Section>
  );
}

function Failed({ run: { failed } }: { run: Run }) {
  const texts = useTexts(runTexts);
  return (
    <Section id="failed" title={texts.failed}>
      <DataTable
        caption={texts.failed}
        rows={failed}
        keyOf={({ id }) => id}
        columns={[
          {
            label: texts.item,
            cell: ({ key, orderNo }) =>
              orderNo === null ? <BreakableText text={key} /> : <OrderLink no={orderNo} />,
          },
          {
            label: texts.reason,
            cell: ({ reason }) =>
              reason === 'error'
                ? texts.error
                : reason === 'dispute_ended'
                  ? texts.disputeEnded
                  : reason,
          },
        ]}
      />
    </Section>
  );
}
