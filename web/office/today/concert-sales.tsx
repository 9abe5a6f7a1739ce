import {
  formatDate,
  formatMoney,
  formatNumber,
  formatTime,
  formatWeekday,
} from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import type { ConcertSale, TodayConcert } from '#contract/office/today-queries.ts';
import { todayTexts } from '#messages/office/today.ts';
import { useFrame, useLanguage, useTexts } from '../platform/use-frame.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/office/staff.ts';
import { mayOpen, screens } from '#contract/office/screens.ts';

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
  const money = (cents: number) => formatMoney(toEuro(cents), language);
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
  const { staff } = useFrame();
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
      <a className="concert-name__title" href={concertPath(id, staff?.role ?? 'editor', language)}>
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

const paths: readonly string[] = Object.keys(screens);

/** The link of a concert's name: its page in the office, its box-office list, or its public page. */
function concertPath(id: number, role: Role, language: Language): string {
  if (paths.includes('/office/concerts/:id')) return `/office/concerts/${id}`;
  if (mayOpen(role, '/office/concerts/:id/box-office')) return `/office/concerts/${id}/box-office`;
  return `/${language}/concerts/${id}`;
}

/** The page where a concert's sale is changed; without one, the link of its name. */
export function salePath(id: number, role: Role, language: Language): string {
  if (paths.includes('/office/concerts/:id/sale')) return `/office/concerts/${id}/sale`;
  return concertPath(id, role, language);
}
