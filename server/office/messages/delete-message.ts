import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { rowId } from '../fields.ts';
import { lockMessage } from './lock-message.ts';

/** Deletes a message with its replies. */
export const deleteMessage = defineCommand({
  input: z.object({ id: rowId() }),
  async run({ client }, { id }) {
    await lockMessage(client, id);
    await client.query(`delete from contact_message where id = $1`, [id]);
    return { output: {}, audit: { thing: { kind: 'message', id, name: `#${id}` } } };
  },
});
