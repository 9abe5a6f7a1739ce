import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mailStateTexts } from './mails.ts';
import { messageTexts } from './messages.ts';
import { orderPageTexts } from './order-page.ts';
import { orderStateTexts } from './orders.ts';
import { staffTexts } from './staff.ts';
import { todayTexts } from './today.ts';

const agreed = readFileSync(new URL('../../docs/spec/office.md', import.meta.url), 'utf8');
const { answered, done } = messageTexts;
const { valid, void: isVoid, replaced } = orderPageTexts;
const { stateInvited, stateActive, stateDisabled } = staffTexts;

test.each(
  [
    Object.values(orderStateTexts),
    Object.values(mailStateTexts),
    [messageTexts.new, answered, done],
    [valid, isVoid, replaced],
    [stateInvited, stateActive, stateDisabled],
    [todayTexts.noSale],
  ].flat(),
)('the state $de / $en is written as agreed (office.md 2.10, 4.2, 7 and 8)', ({ de, en }) => {
  expect(new RegExp(`(?:^|[|:,("])\\s*${de} / ${en}`, 'm').test(agreed)).toBe(true);
});
