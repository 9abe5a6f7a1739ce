import type { Language } from '#contract/language.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { RecurringJob } from '../platform/jobs/job-runner.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { mailLanguageSql } from '../staff/staff-mails.ts';
import { hasDemoStaff } from '../staff/staff-sessions.ts';
import { countTasks, findServerWords } from './list-tasks.ts';
import type { Deps } from '../deps.ts';
import { alarmMailTexts } from '#messages/office/alarm-mail.ts';
import { mailServerTexts, taskHints, taskTexts } from '#messages/office/tasks.ts';
import { pickTexts } from '#messages/define-texts.ts';
import type { WriteEmail } from '../platform/mail/email.ts';

/** The conditions that also go out as a mail (office.md 4.5). */
const alarms = ['differ', 'refund-failed', 'mail-failing', 'jobs-late', 'webhook-silent'] as const;
type Alarm = (typeof alarms)[number];

/** At most one mail per condition and person within this time. */
const REPEAT_HOURS = 12;

/** Looks every minute. */
export const alarmJob: RecurringJob = { task: 'send-alarms', cron: '* * * * *' };

/** Whether a mail's fact names a condition with an alarm. */
function isAlarm(condition: unknown): condition is Alarm {
  return alarms.some((each) => each === condition);
}

interface Recipient {
  id: number;
  email: string;
  language: Language;
}

/**
 * Queues the mail `office-alarm` for every condition that holds, to administrators and office people who want it, once
 * per condition and twelve hours, whichever process runs the job. Returns the conditions that it notified of.
 */
export async function sendAlarms({ pool, env }: Pick<Deps, 'pool' | 'env'>): Promise<Alarm[]> {
  const notified: Alarm[] = [];
  for (const { key, count } of await countTasks(pool, alarms)) {
    const isNotified = await inTransaction(pool, async (client) => {
      const claimed = await client.query<{ stamp: string }>(
        `insert into office_alarm as a (condition, sent_at) values ($1, now())
         on conflict (condition) do update set sent_at = excluded.sent_at
           where a.sent_at <= now() - interval '${REPEAT_HOURS} hours'
         returning extract(epoch from sent_at)::text as stamp`,
        [key],
      );
      const stamp = claimed.rows[0]?.stamp;
      if (stamp === undefined) return false;
      const { rows } = await client.query<Recipient>(
        `select id, email, ${mailLanguageSql} as language from staff
         where role in ('admin', 'office') and wants_alarms and disabled_at is null and (not is_demo or $1)`,
        [hasDemoStaff(env)],
      );
      for (const { id, email, language } of rows) {
        await queueMail(client, {
          kind: 'office-alarm',
          recipient: email,
          language,
          facts: { condition: key, count },
          eventKey: `alarm-${key}-${stamp}-${id}`,
        });
      }
      return true;
    });
    if (isNotified && isAlarm(key)) notified.push(key);
  }
  return notified;
}

/** Kind `office-alarm`, facts `condition` and `count` as they were found: to people of the office (office.md 8.6). */
export const writeOfficeAlarmMail: WriteEmail = async (facts, language, { pool, publicUrl }) => {
  const { condition } = facts;
  if (!isAlarm(condition)) return null;
  const t = pickTexts(alarmMailTexts, language);
  const what = pickTexts(taskTexts, language)[condition]({ n: Number(facts['count']) });
  const words = condition === 'mail-failing' ? await findServerWords(pool) : null;
  return {
    subject: t.subject({ what }),
    preheader: t.preheader,
    heading: what,
    paragraphs: [
      pickTexts(taskHints, language)[condition],
      ...(words === null ? [] : [pickTexts(mailServerTexts, language).says({ words })]),
    ],
    button: { label: t.open, url: `${publicUrl}/office` },
    smallPrint: [t.why],
  };
};
