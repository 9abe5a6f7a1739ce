import { z } from 'zod';
import { messageStates } from '#contract/office/message-queries.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { choice, rowId } from '../../operations/entries.ts';
import { lockMessage } from './lock-message.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict } from '../../platform/problem.ts';

/**
 * Sorts a message: `new`, `answered` or `done`. Its output has the previous state, for undo. `from` is the state that
 * the page or the undo saw: 409 when somebody has changed it in the meantime. Without `from`, as on the command line,
 * any state is changed.
 */
export const changeMessageState = defineChange({
  may: adminAndOffice,
  input: z.object({
    id: rowId(),
    state: choice(messageStates),
    from: choice(['', ...messageStates]),
  }),
  async run({ client }, { id, state, from }) {
    const message = await lockMessage(client, id);
    if (from !== '' && message.state !== from) throw conflict(commandProblemTexts.messageChanged);
    if (message.state === state) {
      return { output: { before: state }, audit: [] };
    }
    await client.query(`update contact_message set state = $2 where id = $1`, [id, state]);
    return {
      output: { before: message.state },
      audit: {
        thing: { kind: 'message', id, name: `#${id}` },
        before: { state: message.state },
        after: { state },
      },
    };
  },
});
