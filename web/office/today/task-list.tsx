import { frameTexts } from '#messages/office/frame.ts';
import { healthTexts } from '#messages/office/health.ts';
import { mailServerTexts, taskHints, taskLinks, taskTexts } from '#messages/office/tasks.ts';
import { todayTexts } from '#messages/office/today.ts';
import { useTexts } from '../../platform/language.tsx';
import { Section } from '../ui/section.tsx';
import type { TaskKey } from '#contract/office/states.ts';
import type { OutputOf } from '../platform/office-context.ts';
import { ButtonForm } from '../ui/button-form.tsx';

type OfficeTask = OutputOf<'today:overview'>['tasks'][number];

/** The page where each condition is handled; null: this one. */
const paths: Record<Exclude<TaskKey, 'few-left' | 'sale-late'>, string | null> = {
  differ: null,
  'refund-failed': '/office/orders?state=refund-failed',
  'mail-failing': '/office/mails?state=failing',
  'mail-refused': '/office/mails?state=refused',
  'documents-late': '/office/orders?state=documents-missing',
  'post-late': '/office/dispatch',
  'jobs-late': '/office/health',
  'job-failed': '/office/health',
  'webhook-silent': '/office/health',
  dispute: 'https://dashboard.stripe.com/disputes',
  'tickets-undecided': '/office/orders?state=tickets-undecided',
  'donation-returned': '/office/orders?state=donation-returned',
  messages: '/office/messages',
};

interface TaskListProps {
  tasks: OfficeTask[];
  /** Whether the list fills the page's width, in columns. */
  isLong?: boolean;
}

/** The tasks of the day (office.md 4.4). */
export function TaskList({ tasks, isLong = false }: TaskListProps) {
  const texts = useTexts(todayTexts);
  return (
    <Section id="to-do" title={texts.toDo}>
      {tasks.length === 0 ? (
        <p className="today-calm">{texts.nothingToDo}</p>
      ) : (
        <ul className={isLong ? 'task-list task-list--long' : 'task-list'}>
          {tasks.map((task) => (
            <li key={`${task.key} ${task.concert?.id ?? ''}`} className="task">
              <Task task={task} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Whether the shop is well, in a sentence (office.md 4.5). */
export function HealthLine({ isHealthy }: { isHealthy: boolean }) {
  const frame = useTexts(frameTexts);
  const health = useTexts(healthTexts);
  return (
    <Section id="health" title={frame.health}>
      <p className={isHealthy ? 'today-calm' : 'today-alert'}>
        <a href="/office/health">{isHealthy ? health.allWell : health.notWell}</a>
      </p>
    </Section>
  );
}

function Task({ task }: { task: OfficeTask }) {
  const { key, count, concert, serverWords } = task;
  const says = useTexts(taskTexts);
  const hints = useTexts(taskHints);
  const links = useTexts(taskLinks);
  const mailServer = useTexts(mailServerTexts);
  const path =
    key === 'few-left' || key === 'sale-late' ? `/office/concerts/${concert?.id}/sale` : paths[key];
  return (
    <>
      <h3>{says[key]({ n: count, ...(concert === undefined ? {} : { title: concert.title }) })}</h3>
      <p>{hints[key]}</p>
      {serverWords !== undefined && <p>{mailServer.says({ words: serverWords })}</p>}
      <div className="task__actions">
        <OrderLinks orderNumbers={task.orderNumbers ?? []} />
        {path === null ? (
          <ButtonForm action="/office" entries={{ form: 'compare' }} isSmall>
            {links[key]}
          </ButtonForm>
        ) : (
          <a className="text-link" href={path} rel="noreferrer">
            {links[key]}
          </a>
        )}
      </div>
    </>
  );
}

function OrderLinks({ orderNumbers }: { orderNumbers: string[] }) {
  const { toOrder } = useTexts(todayTexts);
  return orderNumbers.map((no) => (
    <a key={no} className="text-link" href={`/office/orders/${no}`}>
      {toOrder({ no })}
    </a>
  ));
}
