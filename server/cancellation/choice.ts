import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { berlinDate, toBerlinIso } from '#contract/berlin-time.ts';
import type { LocalizedText } from '#contract/language.ts';
import { choiceTexts } from '#messages/choice.ts';
import { MOVED_CONCERT_RUN } from '../concerts/move-concert.ts';
import { defineRead, defineStep, type Context } from '../operations/define.ts';
import { inTransaction } from '../platform/database/database.ts';
import { conflict, invalidField, Problem } from '../platform/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { ERASED_NAME } from '../retention.ts';
import {
  CARRY_OUT_MINUTES,
  findOwed,
  getBuyerOrder,
  type ChoiceAnswer,
  type ChoiceFacts,
} from './refund-buyer.ts';

/** The choice of a buyer of a cancelled or moved concert; moments in Berlin time, ISO 8601. */
export interface ChoiceDto {
  title: LocalizedText;
  startsAt: string;
  /** Of a moved concert: what would be returned, and until which day (YYYY-MM-DD); null for a cancelled one. */
  returns: { venue: LocalizedText; orderNo: string; tickets: number; until: string } | null;
  cents: number;
  /** The choices that are still possible; empty once it is over. */
  answers: ChoiceAnswer[];
  endsAt: string | null;
  /** What was chosen, or has become of it; null: nothing yet. */
  outcome: ChoiceAnswer | 'void' | 'cancelled' | 'disputed' | null;
  donatedCents: number;
  /** When the buyer chose, or else when the money went back. */
  decidedAt: string | null;
  purpose: LocalizedText | null;
}

interface ItemRow {
  id: number;
  order_id: number;
  order_no: string;
  concert_id: number;
  state: string;
  owed_cents: number;
  facts: ChoiceFacts;
  /** Of a choice to return tickets: at the latest with the concert, which may be moved again. */
  ends_at: Date;
  is_moved: boolean;
  offers_donation: boolean;
  is_cancelled: boolean;
  generation: number;
  is_erased: boolean;
  title_de: string;
  title_en: string;
  starts_at: Date;
  venue_de: string;
  venue_en: string;
  refunded_at: Date | null;
  donated_cents: number;
}

/** The item of a link. 404 for an unknown one, 410 when its order is gone or its links have ended. */
async function getItem(
  client: Pool | PoolClient,
  tokens: SignedTokens,
  token: string,
): Promise<ItemRow> {
  const read = tokens.read('choice', token);
  if (read === null) throw new Problem('not_found');
  const { rows } = await client.query<ItemRow>(
    `select i.id, i.order_id, o.order_no, r.concert_id, i.state, i.owed_cents, i.facts,
       -- the festival of the demonstration is past
       least((i.facts->>'endsAt')::timestamptz, case when c.starts_at > r.ordered_at then c.starts_at end) as ends_at,
       r.kind = '${MOVED_CONCERT_RUN}' as is_moved,
       coalesce((r.facts->>'offersDonation')::boolean, false) as offers_donation,
       c.cancelled_at is not null as is_cancelled, o.link_generation as generation,
       k.details->>'last_name' = '${ERASED_NAME}' as is_erased, c.title_de, c.title_en, c.starts_at,
       v.name_de as venue_de, v.name_en as venue_en,
       (select requested_at from refund f where f.id = i.refund_id) as refunded_at,
       coalesce((select amount_cents from donation d where (d.order_id, d.run_id) = (i.order_id, i.run_id)), 0)
         as donated_cents
     from run_item i join run r on r.id = i.run_id join concert c on c.id = r.concert_id
     join venue v on v.id = c.venue_id join orders o on o.id = i.order_id
     join checkout k on k.id = o.checkout_id where i.id = $1`,
    [read.id],
  );
  const [item] = rows;
  if (item === undefined || item.is_erased || item.generation !== read.generation) {
    throw new Problem('gone');
  }
  return item;
}

/** What can be chosen now, with what the buyer is owed, in cents, and the tickets that would be returned. */
interface Offer {
  answers: ChoiceAnswer[];
  cents: number;
  tickets: number;
}

async function findOffer(client: Pool | PoolClient, item: ItemRow): Promise<Offer> {
  const { state, is_moved: isMoved, owed_cents: cents } = item;
  const answers: ChoiceAnswer[] = ['refund', 'part', 'all'];
  if (!isMoved) {
    // otherwise each change would put it off by another hour
    const isOpen = state === 'asked' && Date.parse(item.facts.endsAt ?? '') > Date.now();
    return { answers: isOpen ? answers : [], cents, tickets: 0 };
  }
  const over = { answers: [], cents, tickets: 0 };
  const isOpen = (state === 'asked' || state === 'kept') && item.ends_at > new Date();
  if (!isOpen || item.is_cancelled) return over;
  const order = await getBuyerOrder(client, item.order_id);
  const owed = await findOwed(client, order, item.concert_id);
  if (owed === null) return over;
  const { owedCents, ticketIds } = owed;
  const mayDonate = item.offers_donation && owedCents > 0;
  return {
    answers: ['keep', ...(mayDonate ? answers : (['refund'] as const))],
    cents: owedCents,
    tickets: ticketIds.length,
  };
}

function findOutcome(item: ItemRow, { answers }: Offer): ChoiceDto['outcome'] {
  const { state, facts, is_moved: isMoved } = item;
  const isOpen = answers.length > 0;
  if (state === 'disputed') return 'disputed';
  const isReturned = state !== 'asked' && state !== 'kept' && state !== 'nothing';
  if (isMoved && item.is_cancelled && !isReturned) return 'cancelled';
  if (state === 'nothing') return 'void';
  if (state === 'kept') return 'keep';
  return facts.answer ?? (isOpen ? null : isMoved ? 'keep' : 'refund');
}

async function readChoice(
  { deps: { pool, tokens, festival } }: Context<'anyone'>,
  { token }: { token: string },
): Promise<ChoiceDto> {
  const item = await getItem(pool, tokens, token);
  const offer = await findOffer(pool, item);
  const { facts } = item;
  const { answers, cents, tickets } = offer;
  const toMoment = (text: string | undefined) =>
    text === undefined ? null : toBerlinIso(new Date(text));
  return {
    title: { de: item.title_de, en: item.title_en },
    startsAt: toBerlinIso(item.starts_at),
    returns: item.is_moved
      ? {
          venue: { de: item.venue_de, en: item.venue_en },
          orderNo: item.order_no,
          tickets,
          until: berlinDate(new Date(item.ends_at.getTime() - 1)),
        }
      : null,
    cents,
    answers,
    endsAt: toMoment(facts.endsAt),
    outcome: findOutcome(item, offer),
    donatedCents: item.state === 'asked' ? (facts.donatedCents ?? 0) : item.donated_cents,
    decidedAt: toMoment(facts.answeredAt) ?? toBerlinIso(item.refunded_at),
    purpose: festival.content().association.donations?.purpose ?? null,
  };
}

/** Stores a buyer's choice, which is carried out an hour later (office.md 6). 409 once it is over. */
const saveChoice = defineStep({
  may: 'anyone',
  input: z.object({
    token: z.string(),
    answer: z.string().default(''),
    amount: z.string().default(''),
  }),
  run: ({ deps: { pool, tokens } }, { token, answer: given, amount }) =>
    inTransaction(pool, async (client) => {
      const id = tokens.read('choice', token)?.id ?? 0;
      await client.query('select from run_item where id = $1 for update', [id]);
      const item = await getItem(client, tokens, token);
      const { answers, cents } = await findOffer(client, item);
      if (answers.length === 0) throw conflict(choiceTexts.over);
      const answer = answers.find((each) => each === given);
      if (answer === undefined) throw invalidField('answer', choiceTexts.missing);
      const donatedCents = answer === 'part' ? readCents(amount) : answer === 'all' ? cents : 0;
      if (answer === 'part' && !(donatedCents > 0 && donatedCents < cents)) {
        throw invalidField('amount', choiceTexts.amountInvalid);
      }
      const facts: ChoiceFacts = {
        ...item.facts,
        answer,
        donatedCents,
        answeredAt: new Date().toISOString(),
      };
      // kept tickets can be returned until the end: there is nothing to carry out
      await client.query(
        `with changed as (
           update run_item set facts = $2, state = $3,
             next_at = case when $3 = 'asked' then now() + make_interval(mins => ${CARRY_OUT_MINUTES}) end
           where id = $1 returning id, next_at
         ) select enqueue_run_item(id, next_at) from changed where next_at is not null`,
        [item.id, facts, answer === 'keep' ? 'kept' : 'asked'],
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

/** What buyers of a cancelled or moved concert choose without signing in (office.md 6). */
export const choiceOperations = {
  'choice:read': defineRead('anyone', readChoice),
  'choice:save': saveChoice,
};
