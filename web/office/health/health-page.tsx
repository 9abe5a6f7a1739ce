import '../today/today.css';
import {
  healthTexts,
  jobTexts,
  healthHints,
  healthNames,
  healthSentences,
} from '#messages/office/health.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { Section } from '../ui/section.tsx';
import type { Route } from './+types/health-page';
import { formatDate, formatNumber, formatTime } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { BreakableText } from '../ui/breakable-text.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { ButtonForm } from '../ui/button-form.tsx';

type HealthItem = OutputOf<'health:report'>['items'][number];
type JobsOfKind = OutputOf<'health:report'>['jobs'][number];

export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(officeContext).read('health:report', {});
}

/** Compares payments now, sends a test mail, or retries the jobs of one kind. */
export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const { language } = office;
  const name = form.get('form');
  if (name === 'compare') {
    return await submitForm(office, form, {
      command: 'payments:reconcile',
      input: {},
      to: '/office/health',
      say: (output) =>
        healthTexts.compared[language]({
          paid: Number(output['paid_without_ticket_or_refund']),
          unpaid: Number(output['tickets_without_payment']),
        }),
    });
  }
  if (name === 'test') {
    return await submitForm(office, form, {
      command: 'mail:test',
      input: {},
      to: '/office/health',
      say: () => healthTexts.tested[language],
    });
  }
  if (name !== 'retry') throw new Response(null, { status: 404 });
  const { task: given } = flatten(form);
  const task = typeof given === 'string' ? given : '';
  return await submitForm(office, form, {
    command: 'job:retry',
    input: { task },
    to: '/office/health',
    say: (output) =>
      healthTexts.retried[language]({
        kind: nameOfJob(task, (each) => jobTexts[each][language]),
        n: Number(output['jobs']),
      }),
  });
}

/** Whether everything works, in plain sentences (office.md 4.5). */
export default function HealthPage({ loaderData: { items, jobs } }: Route.ComponentProps) {
  const frame = useTexts(frameTexts);
  const texts = useTexts(healthTexts);
  const isHealthy = items.every((item) => item.isHealthy);
  return (
    <>
      <OfficeTitle title={frame.health} />
      <p className={isHealthy ? 'health-sum' : 'health-sum health-sum--bad'}>
        {isHealthy ? texts.allWell : texts.notWell}
      </p>
      <Section id="parts" title={texts.parts}>
        <HealthList items={items} />
        <div className="office-buttons">
          <ButtonForm entries={{ form: 'compare' }}>{texts.compare}</ButtonForm>
          <ButtonForm entries={{ form: 'test' }}>{texts.test}</ButtonForm>
        </div>
      </Section>
      <Section id="jobs" title={texts.jobs}>
        <JobTable jobs={jobs} />
      </Section>
    </>
  );
}

/** Every part with its state, a sentence, and what to do when it is not well. */
function HealthList({ items }: { items: HealthItem[] }) {
  const names = useTexts(healthNames);
  const sentences = useTexts(healthSentences);
  const hints = useTexts(healthHints);
  const texts = useTexts(healthTexts);
  const language = useLanguage();
  return (
    <dl className="health-list">
      {items.map(({ key, isHealthy, values }) => (
        <div key={key} className={isHealthy ? 'health-item' : 'health-item health-item--bad'}>
          <dt>
            {names[key]}
            <span className="health-item__state">{isHealthy ? texts.well : texts.notWell}</span>
          </dt>
          <dd>{sentences[key](formatValues(values, language, texts.never))}</dd>
          {!isHealthy && (
            <dd className="health-item__hint">
              <strong>{texts.whatToDo}</strong> {hints[key]}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Formats the values for reading. The end of a name tells its kind: `…At` is a moment, `…Bytes` a size. */
function formatValues(
  values: HealthItem['values'],
  language: Language,
  never: string,
): Record<string, string> {
  const words = Object.entries(values).map(([name, value]) => {
    if (name.endsWith('At')) {
      const when = String(value);
      const isKnown = when !== '';
      return [
        name,
        isKnown ? `${formatDate(when, language)}, ${formatTime(when, language)}` : never,
      ];
    }
    if (typeof value === 'string') return [name, value];
    return [name, name.endsWith('Bytes') ? toSize(value, language) : formatNumber(value, language)];
  });
  return Object.fromEntries(words) as Record<string, string>;
}

function toSize(bytes: number, language: Language): string {
  const megabytes = Math.round(bytes / 1024 ** 2);
  if (megabytes < 10_000) return `${formatNumber(megabytes, language)}\u00a0MB`;
  return `${formatNumber(Math.round(megabytes / 1024), language)}\u00a0GB`;
}

/** Waiting and failed jobs by kind, with a button that retries them. */
function JobTable({ jobs }: { jobs: JobsOfKind[] }) {
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
          cell: ({ task, failed, retrying }) =>
            failed + retrying > 0 && (
              <ButtonForm
                entries={{ form: 'retry', task }}
                isSmall
                aria-describedby={`job-${task}`}
              >
                {texts.retry}
              </ButtonForm>
            ),
          isAction: true,
        },
      ]}
    />
  );
}

type KnownJob = keyof typeof jobTexts;

const isKnown = (task: string): task is KnownJob => Object.hasOwn(jobTexts, task);

/** A kind of job in plain words; its own name where there are none. */
function nameOfJob(task: string, read: (name: KnownJob) => string): string {
  return isKnown(task) ? read(task) : task;
}
