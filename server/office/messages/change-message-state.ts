import { z } from 'zod';
import { messageStates } from '#contract/office/message-queries.ts';
import { defineCommand } from '../command.ts';
import { choice, rowId } from '../fields.ts';
import { lockMessage } from './lock-message.ts';

/** Sorts a message: `new`, `answered` or `done`. Its output has the previous state, for undo. */
export const changeMessageState = defineCommand({
  input: z.object({ id: rowId(), state: choice(messageStates) }),
  async run({ client }, { id, state }) {
    const message = await lockMessage(client, id);
    if (message.state === state) return { output: { before: state }, audit: [] };
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
