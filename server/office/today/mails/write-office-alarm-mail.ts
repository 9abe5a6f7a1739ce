import { alarmMailTexts } from '#messages/office/alarm-mail.ts';
import { taskHints, taskTexts } from '#messages/office/tasks.ts';
import { pickTexts } from '#messages/define-texts.ts';
import type { WriteEmail } from '../../../platform/mail/email.ts';
import { isAlarm } from '../send-alarms.ts';

/** Kind `office-alarm`, facts `condition` and `count` as they were found: to people of the office (office.md 8.6). */
export const writeOfficeAlarmMail: WriteEmail = (facts, language, { publicUrl }) => {
  const { condition } = facts;
  if (!isAlarm(condition)) return Promise.resolve(null);
  const t = pickTexts(alarmMailTexts, language);
  const what = pickTexts(taskTexts, language)[condition]({ n: Number(facts['count']) });
  return Promise.resolve({
    subject: t.subject({ what }),
    preheader: t.preheader,
    heading: what,
    paragraphs: [pickTexts(taskHints, language)[condition]],
    button: { label: t.open, url: `${publicUrl}/office` },
    smallPrint: [t.why],
  });
};
