import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { rowId, ticked } from '../../operations/entries.ts';
import { defineChange, type ChangeContext } from '../../operations/define.ts';
import { conflict, Problem } from '../../platform/problem.ts';
import { actorOf } from '../../operations/caller.ts';

/** How long a step can be taken back (office.md 1, Confirm and undo). */
const UNDO_MINUTES = 10;

/** The channels of the newsletter, as they were before a subscriber was switched off. */
interface NewsletterChannels {
  email: boolean;
  postal: boolean;
}

/** Switches a subscriber off; with `undo`, on again as before, while that is possible. Nobody is ever subscribed. */
export const unsubscribeSubscriber = defineChange({
  may: adminAndOffice,
  input: z.object({ id: rowId(), undo: ticked() }),
  async run({ client, caller }, { id, undo }) {
    const actor = actorOf(caller);
    const { rows } = await client.query<NewsletterChannels>(
      `select receive_news_email as email, receive_news_postal as postal
       from newsletter_subscription where id = $1 for update`,
      [id],
    );
    const [before] = rows;
    if (before === undefined) throw new Problem('not_found');
    const after = undo ? await findEarlier(client, actor.id, id) : { email: false, postal: false };
    if (before.email === after.email && before.postal === after.postal) {
      return { output: { isUndone: undo }, audit: [] };
    }
    await client.query(
      `update newsletter_subscription set receive_news_email = $2, receive_news_postal = $3,
         off_since = case when not $2 and not $3 then now() end where id = $1`,
      [id, after.email, after.postal],
    );
    return {
      output: { isUndone: undo },
      audit: {
        thing: { kind: 'subscriber', id, name: `#${id}` },
        before: { ...before },
        after: { ...after },
      },
    };
  },
});

/**
 * The previous channels, if this person has just switched them off and the subscriber has chosen nothing since. The
 * entry and the row are stamped in one transaction; each choice of the subscriber stamps the row again. The caller
 * locks the row.
 */
async function findEarlier(
  client: ChangeContext['client'],
  actorId: number | null,
  id: number,
): Promise<NewsletterChannels> {
  const { rows } = await client.query<{ before: NewsletterChannels }>(
    `select e.before from audit_event e join newsletter_subscription n on n.off_since = e.created_at
     where e.thing_kind = 'subscriber' and e.thing_id = $1::text and e.actor_id = $2
       and e.command = 'newsletter:off' and e.created_at > now() - make_interval(mins => ${UNDO_MINUTES})
       and n.id = $1::integer`,
    [id, actorId],
  );
  const [last] = rows;
  if (last === undefined) {
    throw conflict(commandProblemTexts.tooLateToUndo);
  }
  return last.before;
}
