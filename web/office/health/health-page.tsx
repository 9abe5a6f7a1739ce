import './health.css';
import { healthTexts, jobTexts } from '#messages/office/health.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { officeContext } from '../../platform/visit.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { useTexts } from '../platform/use-frame.ts';
import { FormToken } from '../ui/office-form.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { Section } from '../ui/section.tsx';
import type { Route } from './+types/health-page';
import { HealthList, JobTable, nameOfJob } from './health-list.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(officeContext).query('health:report', {});
}

/** Compares payments now, or retries the jobs of one kind. */
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
        {isHealthy ? texts.allWell : texts.pleaseLook}
      </p>
      <Section id="parts" title={texts.parts}>
        <HealthList items={items} />
        <form method="post">
          <FormToken />
          <input type="hidden" name="form" value="compare" />
          <button className="button button--line">{texts.compare}</button>
        </form>
      </Section>
      <Section id="jobs" title={texts.jobs}>
        <JobTable jobs={jobs} />
      </Section>
    </>
  );
}
