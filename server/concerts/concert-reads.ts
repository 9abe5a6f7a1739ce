import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import type { ConcertDocument } from '#contract/office/concert-document.ts';
import type { Paging } from '#contract/office/lists.ts';
import {
  concertStates,
  type ConcertSaleState,
  type ConcertState,
} from '#contract/office/states.ts';
import { adminAndEditor, adminAndOffice, atDesk } from '#contract/office/staff.ts';
import { labelOfConcertField } from '#messages/office/concerts.ts';
import { listThingEvents } from '../audit/list-audit-events.ts';
import type { Deps } from '../deps.ts';
import { defineRead } from '../operations/define.ts';
import { cleanSearch } from '../operations/entries.ts';
import { readListPage } from '../operations/list-page.ts';
import { Problem } from '../platform/problem.ts';
import { toConcert, withoutPictures } from '../programme/concert.ts';
import { listChanges, listVersions, type VersionOrigin } from '../programme/concert-versions.ts';
import { listConcertRows } from '../programme/list-concert-rows.ts';
import { listOpenRuns, type RunDto } from '../runs/list-runs.ts';
import { listRecentOrders } from '../today/today-lists.ts';
import { describeValue } from './describe-concert.ts';
import { concertStateSql, getConcert, readChoices, validTicketsSql } from './stored-concert.ts';

/** The places of a concert with a sale. */
interface Places {
  sold: number;
  /** Of these, sold elsewhere. */
  elsewhere: number;
  held: number;
  capacity: number;
}

/** A concert of the list (office.md 5.2). */
export interface ConcertListDto {
  id: number;
  /** ISO 8601. */
  startsAt: string;
  title: string;
  venue: string;
  state: ConcertState;
  /** Null: it has no sale. */
  sale: { state: ConcertSaleState; taken: number; capacity: number } | null;
}

interface ListRow {
  id: number;
  starts_at: Date;
  title_de: string;
  title_en: string;
  venue_de: string;
  venue_en: string;
  state: ConcertState;
  onsale: boolean;
  was_on_sale: boolean;
  on_sale_from: Date | null;
  on_sale_until: Date | null;
  sold: number | null;
  elsewhere: number;
  held: number;
  capacity: number;
  valid_tickets: number;
  is_published: boolean;
}

const select = `c.id, c.starts_at, c.title_de, c.title_en, v.name_de as venue_de, v.name_en as venue_en,
  ${concertStateSql} as state, c.published_at is not null as is_published, c.onsale,
  c.onsale or exists (select from concert_version w where w.concert_id = c.id and w.document#>>'{sale,onSale}' = 'true') as was_on_sale,
  c.on_sale_from, c.on_sale_until, s.sold, coalesce(p.presold, 0) as elsewhere,
  (s.held - coalesce((select sum(h.quantity) from hold h join cart k on k.id = h.cart_id
    where h.product_id = p.id and k.release_at <= clock_timestamp()), 0))::integer as held,
  s.quantity as capacity, ${validTicketsSql} as valid_tickets`;
const from = `concert c join venue v on v.id = c.venue_id
  left join product p on p.concert_id = c.id left join stock s on s.product_id = p.id`;

function toListDto(row: ListRow, language: Language): ConcertListDto {
  const isGerman = language === 'de';
  const { sold, held, capacity } = row;
  return {
    id: row.id,
    startsAt: toBerlinIso(row.starts_at),
    title: isGerman ? row.title_de : row.title_en,
    venue: isGerman ? row.venue_de : row.venue_en,
    state: row.state,
    sale:
      sold === null ? null : { state: toSaleState(row, sold + held), taken: sold + held, capacity },
  };
}

const toSaleState = (
  { onsale, was_on_sale: wasOnSale, capacity, on_sale_from: planned }: ListRow,
  taken: number,
): ConcertSaleState => {
  if (!onsale && planned !== null) return 'planned';
  if (!onsale) return wasOnSale ? 'stopped' : 'not-started';
  return taken >= capacity ? 'sold-out' : 'on-sale';
};

/** A concert with what its page says (office.md 5.2). */
export interface ConcertPageDto extends ConcertListDto {
  slug: string;
  /** How many people could still use their tickets. */
  validTickets: number;
  places: Places | null;
  /** Planned start and end of its sale, ISO 8601. */
  onSaleFrom: string | null;
  onSaleUntil: string | null;
  /** Whether it can be deleted: a draft that never had a sale. */
  isDeletable: boolean;
  /** The latest version; undo and history start from it. */
  version: number | null;
  /** Its runs that have something to do. */
  runs: RunDto[];
  /** The concert at the site; null unless it is published. */
  path: string | null;
}

async function readConcertPage(
  pool: Pool,
  id: number,
  language: Language,
): Promise<ConcertPageDto> {
  const { rows } = await pool.query<ListRow & { slug: string; version: number | null }>(
    `select ${select}, c.slug,
       (select max(number) from concert_version w where w.concert_id = c.id) as version
     from ${from} where c.id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Problem('not_found');
  const { slug, version, sold, elsewhere, held, capacity } = row;
  return {
    ...toListDto(row, language),
    slug,
    version,
    validTickets: row.valid_tickets,
    places: sold === null ? null : { sold, elsewhere, held, capacity },
    onSaleFrom: toBerlinIso(row.on_sale_from),
    onSaleUntil: toBerlinIso(row.on_sale_until),
    isDeletable: row.state === 'draft' && sold === null,
    runs: await listOpenRuns(pool, id, language),
    path: row.is_published ? `/concerts/${id}` : null,
  };
}

/** A version of the history (office.md 5.2). */
export interface ConcertVersionDto extends VersionOrigin {
  number: number;
  /** ISO 8601. */
  savedAt: string;
  /** What changed since the version before, in the reader's words. */
  changes: { field: string; label: string; before: string; after: string }[];
}

async function readHistory(
  pool: Pool,
  id: number,
  language: Language,
): Promise<ConcertVersionDto[]> {
  const [versions, choices] = await Promise.all([listVersions(pool, id), readChoices(pool)]);
  if (versions.length === 0) throw new Problem('not_found');
  return versions.map(({ document, savedAt, ...version }, index) => ({
    ...version,
    savedAt: toBerlinIso(savedAt),
    changes: listChanges(versions[index + 1]?.document ?? null, document).map((change) => {
      const { field } = change;
      const describe = (value: string) => describeValue({ field, value }, choices, language);
      return {
        field,
        label: labelOfConcertField(field, language),
        before: describe(change.before),
        after: describe(change.after),
      };
    }),
  }));
}

/** The document of a new concert's form. */
const emptyDocument: ConcertDocument = {
  slug: '',
  title: { de: '', en: '' },
  subtitle: { de: '', en: '' },
  start: '',
  venue: '',
  academy: false,
  longNight: false,
  introduction: { de: '', en: '' },
  information: [],
  musicians: {},
  pieces: [],
};

async function readForm(pool: Pool, id: number | null) {
  const [choices, musicians, concert, sold] = await Promise.all([
    readChoices(pool),
    pool.query<{ name: string }>('select full_name as name from musician order by 1'),
    id === null ? null : getConcert(pool, id),
    pool.query<{ tickets: number; orders: number }>(
      `select count(*)::integer as tickets, count(distinct t.order_id)::integer as orders
       from ticket t join product p on p.id = t.product_id where p.concert_id = $1 and t.voided_at is null`,
      [id],
    ),
  ]);
  return {
    document: concert?.version.document ?? emptyDocument,
    /** What the form sends back as `version`; '' for a new concert. */
    version: concert === null ? '' : String(concert.version.number),
    state: concert?.state ?? 'draft',
    choices,
    /** Valid tickets, and their orders. */
    sold: sold.rows[0] ?? { tickets: 0, orders: 0 },
    /** Names that are offered for performers. */
    musicians: musicians.rows.map(({ name }) => name),
  };
}

/** The reads of concerts (office.md 5.2). */
export const concertReads = {
  'concert:overview': defineRead(
    atDesk,
    async ({ deps, caller }, { q, state, ...page }: { q: string; state: string } & Paging) => {
      const chosen = concertStates.find((each) => each === state) ?? '';
      const found = await readListPage<ListRow>(
        deps.pool,
        {
          select,
          from,
          where: `($1 = '' or ${concertStateSql} = $1) and ($2 = ''
            or fold_vector(concat_ws(' ', c.title_de, c.title_en, v.name_de, v.name_en)) @@ fold_query($2))`,
          values: [chosen, cleanSearch(q)],
          sort: ['c.starts_at', 'c.id'],
          placeOf: 'select n.starts_at, n.id from concert n where n.id =',
          isOldestFirst: true,
        },
        page,
      );
      return { ...found, rows: found.rows.map((row) => toListDto(row, caller.language)) };
    },
  ),
  'concert:page': defineRead(atDesk, ({ deps, caller }, { id }: { id: number }) =>
    readConcertPage(deps.pool, id, caller.language),
  ),
  'concert:orders': defineRead(adminAndOffice, ({ deps }, { id }: { id: number }) =>
    listRecentOrders(deps.pool, id),
  ),
  'concert:events': defineRead(atDesk, (context, { id }: { id: number }) =>
    listThingEvents(context, [{ kind: 'concert', id: String(id) }]),
  ),
  'concert:document': defineRead(atDesk, ({ deps }, { id }: { id: number | null }) =>
    readForm(deps.pool, id),
  ),
  'concert:history': defineRead(atDesk, ({ deps, caller }, { id }: { id: number }) =>
    readHistory(deps.pool, id, caller.language),
  ),
  'concert:preview': defineRead(
    adminAndEditor,
    ({ deps }, { id, language }: { id: number; language: Language }) =>
      readPreview(deps, id, language),
  ),
};

/** The concert as its page shows it to visitors; the command line draws no pictures. */
async function readPreview({ pool, festival, pictures }: Deps, id: number, language: Language) {
  const [row] = await listConcertRows(pool, id);
  if (row === undefined) throw new Problem('not_found');
  const drawn = await pictures?.draw(row);
  return toConcert(
    row,
    undefined,
    drawn ?? withoutPictures(festival.content().coverCopyright),
    language,
  );
}
