import type { Pool } from 'pg';
import { alarmMailTexts } from '#messages/office/alarm-mail.ts';
import { taskHints, taskTexts } from '#messages/office/tasks.ts';
import { pickTexts } from '#messages/define-texts.ts';
import type { WriteEmail } from '../../../platform/mail/email.ts';
import { failingMailSql } from '../../health/check-work.ts';
import { isAlarm } from '../send-alarms.ts';

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
      ...(words === null ? [] : [t.serverSays({ words })]),
    ],
    button: { label: t.open, url: `${publicUrl}/office` },
    smallPrint: [t.why],
  };
};

/** The latest error of a mail that fails, without addresses; null when all have gone out in the meantime. */
async function findServerWords(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ last_error: string }>(
    `select last_error from mail where ${failingMailSql} order by id desc limit 1`,
  );
  return rows[0]?.last_error ?? null;
}
