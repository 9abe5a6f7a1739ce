import { formatNumber } from '#contract/format.ts';
import type { JobsOfKind } from '#contract/office/today-queries.ts';
import { healthTexts, jobTexts } from '#messages/office/health.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { BreakableText } from '../ui/breakable-text.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { FormToken } from '../ui/office-form.tsx';
import { nameOfJob } from './name-of-job.ts';

/** Waiting and failed jobs by kind, with a button that retries them. */
export function JobTable({ jobs }: { jobs: JobsOfKind[] }) {
  const texts = useTexts(healthTexts);
  const kinds = useTexts(jobTexts);
  const language = useLanguage();
  const counted = (label: string, read: (kind: JobsOfKind) => number): Column<JobsOfKind> => ({
    label,
    isNumber: true,
    cell: (kind) => formatNumber(read(kind), language),
  });
  const nameOf = ({ task }: JobsOfKind) => nameOfJob(task, (name) => kinds[name]);
  if (jobs.length === 0) return <p>{texts.noJobs}</p>;
  return (
    <DataTable
      caption={texts.jobs}
      rows={jobs}
      keyOf={({ task }) => task}
      columns={[
        {
          label: texts.kind,
          cell: (kind) => (
            <span id={`job-${kind.task}`}>
              <BreakableText text={nameOf(kind)} />
            </span>
          ),
        },
        counted(texts.waiting, ({ waiting }) => waiting),
        counted(texts.running, ({ running }) => running),
        counted(texts.retrying, ({ retrying }) => retrying),
        counted(texts.failed, ({ failed }) => failed),
        {
          label: texts.action,
          cell: (kind) =>
            kind.failed + kind.retrying === 0 ? null : <RetryForm task={kind.task} />,
          isAction: true,
        },
      ]}
    />
  );
}

function RetryForm({ task }: { task: string }) {
  const texts = useTexts(healthTexts);
  return (
    <form method="post">
      <FormToken />
      <input type="hidden" name="form" value="retry" />
      <input type="hidden" name="task" value={task} />
      <button className="button button--line button--small" aria-describedby={`job-${task}`}>
        {texts.retry}
      </button>
    </form>
  );
}
