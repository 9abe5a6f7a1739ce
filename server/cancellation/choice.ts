import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { LocalizedText } from '#contract/language.ts';
import { choiceTexts } from '#messages/choice.ts';
import { defineRead, defineStep, type Context } from '../operations/define.ts';
import { inTransaction } from '../platform/database/database.ts';
import { conflict, invalidField, Problem } from '../platform/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { ERASED_NAME } from '../retention.ts';
import type { ChoiceFacts } from './refund-buyer.ts';

/** A choice can be changed for so long before it is carried out. */
const CARRY_OUT_MINUTES = 60;

/** What a buyer of a cancelled concert may choose, or has chosen; moments in Berlin time, ISO 8601. */
export interface ChoiceDto {
  title: LocalizedText;
  startsAt: string;
  cents: number;
  /** Whether it can still be changed. */
  isOpen: boolean;
  endsAt: string | null;
  answer: ChoiceFacts['answer'] | null;
  donatedCents: number;
  /** When the buyer chose, or else when the money went back. */
  decidedAt: string | null;
  purpose: LocalizedText | null;
}

interface ItemRow {
  id: number;
  state: string;
  owed_cents: number;
  facts: ChoiceFacts;
  next_at: Date | null;
  generation: number;
  is_erased: boolean;
  title_de: string;
  title_en: string;
  starts_at: Date;
  refunded_at: Date | null;
  donated_cents: number;
}

/** The item of a link. 404 for an unknown one, 410 when its order is gone or its links have ended. */
async function getItem(
  client: Pool | PoolClient,
  tokens: SignedTokens,
  token: string,
  lock: '' | 'for update of i' = '',
): Promise<ItemRow> {
  const read = tokens.read('choice', token);
  if (read === null) throw new Problem('not_found');
  const { rows } = await client.query<ItemRow>(
    `select i.id, i.state, i.owed_cents, i.facts, i.next_at, o.link_generation as generation,
       k.details->>'last_name' = '${ERASED_NAME}' as is_erased, c.title_de, c.title_en, c.starts_at,
       (select requested_at from refund f where f.id = i.refund_id) as refunded_at,
       coalesce((select amount_cents from donation d where (d.order_id, d.run_id) = (i.order_id, i.run_id)), 0)
         as donated_cents
     from run_item i join run r on r.id = i.run_id join concert c on c.id = r.concert_id
     join orders o on o.id = i.order_id join checkout k on k.id = o.checkout_id where i.id = $1 ${lock}`,
    [read.id],
  );
  const [item] = rows;
  if (item === undefined || item.is_erased || item.generation !== read.generation) {
    throw new Problem('gone');
  }
  return item;
}

async function readChoice(
  { deps: { pool, tokens, festival } }: Context<'anyone'>,
  { token }: { token: string },
): Promise<ChoiceDto> {
  const item = await getItem(pool, tokens, token);
  const { facts, state } = item;
  const isOpen = state === 'asked';
  return {
    title: { de: item.title_de, en: item.title_en },
    startsAt: toBerlinIso(item.starts_at),
    cents: item.owed_cents,
    isOpen,
    endsAt: facts.endsAt === undefined ? null : toBerlinIso(new Date(facts.endsAt)),
    answer: facts.answer ?? (isOpen ? null : 'refund'),
    donatedCents: isOpen ? (facts.donatedCents ?? 0) : item.donated_cents,
    decidedAt:
      facts.answeredAt === undefined
        ? toBerlinIso(item.refunded_at)
        : toBerlinIso(new Date(facts.answeredAt)),
    purpose: festival.content().association.donations?.purpose ?? null,
  };
}

/** Stores a buyer's choice, which is carried out an hour later (running.md 4). 409 once it is carried out. */
const saveChoice = defineStep({
  may: 'anyone',
  input: z.object({
    token: z.string(),
    answer: z.string().default(''),
    amount: z.string().default(''),
  }),
  run: ({ deps: { pool, tokens } }, { token, answer, amount }) =>
    inTransaction(pool, async (client) => {
      const item = await getItem(client, tokens, token, 'for update of i');
      if (item.state !== 'asked') throw conflict(choiceTexts.over);
      if (answer !== 'refund' && answer !== 'part' && answer !== 'all') {
        throw invalidField('answer', choiceTexts.missing);
      }
      const donatedCents =
        answer === 'part' ? readCents(amount) : answer === 'all' ? item.owed_cents : 0;
      if (answer === 'part' && !(donatedCents > 0 && donatedCents < item.owed_cents)) {
        throw invalidField('amount', choiceTexts.amountInvalid);
      }
      const facts: ChoiceFacts = {
        ...item.facts,
        answer,
        donatedCents,
        answeredAt: new Date().toISOString(),
      };
      await client.query(
        `with changed as (
           update run_item set facts = $2, next_at = now() + make_interval(mins => ${CARRY_OUT_MINUTES})
           where id = $1 returning id, next_at
         ) select enqueue_run_item(id, next_at) from changed`,
        [item.id, facts],
      );
      return {};
    }),
});

/** An amount in euros such as 12, 12,5 or 12.50; NaN for anything else. */
function readCents(amount: string): number {
  const match = /^\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*(?:€|EUR)?\s*$/.exec(amount);
  return match === null
    ? Number.NaN
    : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** What buyers of a cancelled concert choose without signing in (running.md 4). */
export const choiceOperations = {
  'choice:read': defineRead('anyone', readChoice),
  'choice:save': saveChoice,
};
