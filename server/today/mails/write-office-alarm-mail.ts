import { alarmMailTexts } from '#messages/office/alarm-mail.ts';
import { mailServerTexts, taskHints, taskTexts } from '#messages/office/tasks.ts';
import { pickTexts } from '#messages/define-texts.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';
import { findServerWords } from '../list-tasks.ts';
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
      ...(words === null ? [] : [pickTexts(mailServerTexts, language).says({ words })]),
    ],
    button: { label: t.open, url: `${publicUrl}/office` },
    smallPrint: [t.why],
  };
};
