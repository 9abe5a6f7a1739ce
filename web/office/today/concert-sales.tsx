import {
  formatDate,
  formatMoney,
  formatNumber,
  formatTime,
  formatWeekday,
} from '#contract/format.ts';
import { todayTexts } from '#messages/office/today.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import type { OutputOf } from '../platform/office-context.ts';

type TodayConcert = OutputOf<'today:overview'>['concerts'][number];
type ConcertSale = NonNullable<TodayConcert['sale']>;

interface ConcertSalesProps {
  concerts: TodayConcert[];
  seesMoney: boolean;
}

/**
 * Tickets sold, held and available of every concert (office.md 4.2); past ones are folded when there are upcoming ones.
 */
export function ConcertSales({ concerts, seesMoney }: ConcertSalesProps) {
  const texts = useTexts(todayTexts);
  const coming = concerts.filter(({ isPast }) => !isPast);
  const past = concerts.filter(({ isPast }) => isPast);
  const folds = coming.length > 0 && past.length > 0;
  return (
    <section className="office-section today-cards">
      <h2>{texts.concerts}</h2>
      {concerts.length === 0 && <p>{texts.noConcerts}</p>}
      {concerts.length > 0 && (
        <SalesTable
          caption={texts.concerts}
          concerts={folds ? coming : concerts}
          seesMoney={seesMoney}
        />
      )}
      {folds && (
        <details className="today-past">
          <summary>{texts.past}</summary>
          <SalesTable caption={texts.past} concerts={past} seesMoney={seesMoney} />
        </details>
      )}
    </section>
  );
}

function SalesTable({ caption, concerts, seesMoney }: ConcertSalesProps & { caption: string }) {
  const texts = useTexts(todayTexts);
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const counted: [string, (sale: ConcertSale) => number][] = [
    [texts.sold, ({ sold }) => sold],
    [texts.elsewhere, ({ elsewhere }) => elsewhere],
    [texts.held, ({ held }) => held],
    [texts.available, ({ available }) => available],
    [texts.capacity, ({ capacity }) => capacity],
    [texts.today, ({ today }) => today],
  ];
  const money = (cents: number) => formatMoney(cents, language);
  const sales = concerts.flatMap(({ sale }) => (sale === null ? [] : [sale]));
  const sum = (read: (sale: ConcertSale) => number) =>
    sales.reduce((total, sale) => total + read(sale), 0);
  const revenue = ({ revenueCents }: ConcertSale) => revenueCents ?? 0;

  const columns: Column<TodayConcert>[] = [
    { label: texts.concert, cell: (concert) => <ConcertName concert={concert} /> },
    ...counted.map(([label, read], index): Column<TodayConcert> => ({
      label,
      isNumber: true,
      cell: ({ sale, isAcademy }) => {
        if (sale !== null) return number(read(sale));
        return index === 0 ? (isAcademy ? texts.freeEntry : texts.noSale) : null;
      },
    })),
    ...(seesMoney
      ? [
          {
            label: texts.revenue,
            isNumber: true,
            cell: ({ sale }: TodayConcert) => (sale === null ? null : money(revenue(sale))),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={concerts}
      keyOf={({ id }) => id}
      sums={[
        texts.sum,
        ...counted.map(([, read]) => number(sum(read))),
        ...(seesMoney ? [money(sum(revenue))] : []),
      ]}
    />
  );
}

function ConcertName({ concert }: { concert: TodayConcert }) {
  const language = useLanguage();
  const texts = useTexts(todayTexts);
  const { id, title, startsAt, sale } = concert;
  const taken = sale === null ? 0 : sale.capacity - sale.available;
  return (
    <span className="concert-name">
      <span className="concert-name__date">
        {formatWeekday(startsAt, language, 'short')} {formatDate(startsAt, language)},{' '}
        {formatTime(startsAt, language)}
      </span>
      <a className="concert-name__title" href={`/office/concerts/${id}`}>
        {title}
      </a>
      {sale !== null && (
        <meter
          className="sale-meter"
          min={0}
          max={Math.max(1, sale.capacity)}
          value={taken}
          aria-label={texts.taken({ title, n: taken, m: sale.capacity })}
        />
      )}
    </span>
  );
}

/** More summits than this would look like a saw. */
const MAX_SUMMITS = 40;
const RIDGE_WIDTH = 1200;
const RIDGE_HEIGHT = 132;
/** The highest concert's summit. */
const SUMMIT_HEIGHT = 116;

/**
 * The season as a range: a summit per concert, as high as its capacity, filled from below by its share of taken places.
 * The table of concerts has the same in numbers, so this is decoration.
 */
export function SalesRidge({ concerts }: { concerts: TodayConcert[] }) {
  const coming = concerts.filter(({ isPast, sale }) => !isPast && sale !== null);
  const shown = (coming.length > 0 ? coming : concerts).slice(0, MAX_SUMMITS);
  const sales = shown.flatMap(({ id, sale }) =>
    sale === null || sale.capacity === 0 ? [] : [{ id, ...sale }],
  );
  if (sales.length < 2) return null;
  const largest = Math.max(...sales.map(({ capacity }) => capacity));
  const step = RIDGE_WIDTH / sales.length;
  return (
    <svg
      className="sales-ridge"
      viewBox={`0 0 ${RIDGE_WIDTH} ${RIDGE_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {sales.map(({ id, capacity, sold, available }, index) => {
        const x = (index + 0.5) * step;
        const height = SUMMIT_HEIGHT * (0.55 + 0.45 * Math.sqrt(capacity / largest));
        const half = step * 0.72;
        const sum = mountain(x, half, height, id);
        const clip = `summit-${id}`;
        const level = (share: number) => RIDGE_HEIGHT - height * share;
        return (
          <g key={id}>
            <clipPath id={clip}>
              <path d={sum} />
            </clipPath>
            <path d={sum} className="sales-ridge__free" />
            <g clipPath={`url(#${clip})`}>
              <rect
                className="sales-ridge__held"
                x={x - half}
                width={2 * half}
                y={level((capacity - available) / capacity)}
                height={RIDGE_HEIGHT}
              />
              <rect
                className="sales-ridge__sold"
                x={x - half}
                width={2 * half}
                y={level(sold / capacity)}
                height={RIDGE_HEIGHT}
              />
            </g>
            <path d={sum} className="sales-ridge__line" />
          </g>
        );
      })}
      <path className="sales-ridge__line" d={`M0 ${RIDGE_HEIGHT - 0.75}H${RIDGE_WIDTH}`} />
    </svg>
  );
}

/** A mountain with a shoulder on either side; the same concert always has the same one. */
function mountain(x: number, half: number, height: number, seed: number): string {
  const lean = ((seed * 37) % 7) / 30 - 0.1;
  const at = (dx: number, dy: number) =>
    `${(x + dx * half).toFixed(1)} ${(RIDGE_HEIGHT - dy * height).toFixed(1)}`;
  return `M${at(-1, 0)}L${at(-0.58, 0.42)}L${at(-0.44, 0.47)}L${at(-0.16 + lean, 0.86)}L${at(lean, 1)}L${at(0.14 + lean, 0.84)}L${at(0.4, 0.5)}L${at(0.6, 0.4)}L${at(1, 0)}Z`;
}
