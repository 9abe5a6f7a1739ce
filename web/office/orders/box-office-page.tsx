import { formatDayAndTime, formatNumber } from '#contract/format.ts';
import { readRowId } from '#contract/office/forms.ts';
import { boxOfficeTexts } from '#messages/office/box-office.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { listTexts, orderOfficeTexts } from '#messages/office/orders.ts';
import { Field } from '../../forms/fields.tsx';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyList, FilterButtons, readQuery } from '../ui/list-controls.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useMoment } from '../ui/breakable-text.tsx';
import { useState } from 'react';
import { useHydrated } from '../../platform/use-hydrated.ts';
import type { Route } from './+types/box-office-page';
import { useNonce } from '../../platform/document.tsx';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = readRowId(params.id);
  const query = readQuery(url);
  const list = await context
    .get(officeContext)
    .read('order:box-office', { id, q: query['q'] ?? '' });
  return { list, query };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  return await submitForm(office, form, {
    command: 'order:print',
    input: { concert: params.id },
    to: `/office/concerts/${params.id}/box-office.pdf`,
  });
}

/** The box-office list of a concert, also for printing (office.md 7.6). */
export default function BoxOfficePage({ loaderData: { list, query } }: Route.ComponentProps) {
  const t = useTexts(boxOfficeTexts);
  const texts = useTexts(listTexts);
  const { today } = useTexts(frameTexts);
  const { staff } = useFrame();
  const language = useLanguage();
  const moment = useMoment();
  const [typed, setTyped] = useState('');
  const { concert } = list;
  const rows = list.rows.filter(({ name, orderNo }) => hasWords(`${name} ${orderNo}`, typed));
  const totals = list.types.map((_, type) =>
    rows.reduce((sum, row) => sum + (row.tickets[type] ?? 0), 0),
  );
  const all = totals.reduce((sum, total) => sum + total, 0);
  const mayPrint = staff?.role === 'admin' || staff?.role === 'office';
  const orders = formatNumber(rows.length, language);
  const csv = `/office/concerts/${concert.id}/box-office.csv`;
  return (
    <>
      <Breadcrumb items={[{ label: today, path: '/office' }, { label: t.title }]} />
      <OfficeTitle title={t.title} below={concert.title} />
      <PrintedMargins
        left={`${t.title}: ${concert.title}, ${formatDayAndTime(concert.startsAt, language)}`}
        right={t.madeAt({ time: moment(list.madeAt) })}
      />
      <p className="office-lead">
        <strong>{concert.title}</strong>
        <br />
        {formatDayAndTime(concert.startsAt, language)}
        <br />
        {t.madeAt({ time: moment(list.madeAt) })}
      </p>
      <form
        method="get"
        className="office-filters"
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'q') setTyped(target.value);
        }}
      >
        <Field name="q" label={texts.search} type="search" defaultValue={query['q'] ?? ''} />
        <FilterButtons csv={mayPrint ? csv : undefined} />
      </form>
      {all > 0 && <PrintButtons mayPrintTickets={mayPrint} />}
      {rows.length === 0 ? (
        <EmptyList first={t.none} />
      ) : (
        <>
          <p className="office-count">
            {t.count({ tickets: formatNumber(all, language), orders })}
          </p>
          <div className="box-office">
            <BoxOfficeTable list={{ ...list, rows, totals }} />
          </div>
        </>
      )}
    </>
  );
}

/** The browser's print dialog, which needs scripts, and the PDF of the tickets. */
function PrintButtons({ mayPrintTickets }: { mayPrintTickets: boolean }) {
  const t = useTexts(boxOfficeTexts);
  const print = useForm('print');
  const isHydrated = useHydrated();
  return (
    <div className="office-buttons">
      {isHydrated && (
        <button type="button" className="button button--line" onClick={() => window.print()}>
          {t.printList}
        </button>
      )}
      {mayPrintTickets && (
        <FormShell form={print} className="office-buttons">
          <button className="button button--line">{t.printTickets}</button>
        </FormShell>
      )}
    </div>
  );
}

function BoxOfficeTable({ list }: { list: Route.ComponentProps['loaderData']['list'] }) {
  const t = useTexts(boxOfficeTexts);
  const texts = useTexts(orderOfficeTexts);
  const { rows, types, totals } = list;
  // 2 Normalpreis · 1 Begleitperson
  const inWords = (numbers: number[]) =>
    numbers.flatMap((n, type) => (n > 0 ? [`${n} ${types[type] ?? ''}`] : [])).join(' · ');
  return (
    <DataTable
      caption={t.title}
      rows={rows}
      keyOf={({ orderNo }) => orderNo}
      columns={[
        {
          label: t.name,
          cell: ({ name, doorNote }) => (
            <label className="office-check">
              <input type="checkbox" />
              <span>
                {name}
                {doorNote !== null && <span className="office-hint">{doorNote}</span>}
              </span>
            </label>
          ),
        },
        { label: t.orderNo, cell: ({ orderNo }) => orderNo, isShort: true },
        {
          label: t.delivery,
          cell: ({ delivery }) =>
            delivery === 'boxoffice' ? (
              <strong className="office-state">{texts.boxoffice}</strong>
            ) : (
              texts[delivery]
            ),
        },
        {
          label: texts.tickets,
          cell: (row) => inWords(row.tickets),
          only: 'phone' as const,
        },
        ...types.map((label, index) => ({
          label,
          cell: (row: (typeof rows)[number]) => row.tickets[index] || '–',
          isNumber: true,
          only: 'wide' as const,
        })),
      ]}
      sums={[t.total, '', '', inWords(totals), ...totals]}
    />
  );
}

/** Whether each word typed begins a word of the text, whatever its case and accents. */
function hasWords(text: string, typed: string): boolean {
  const words = (each: string) =>
    each
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  const found = words(text);
  return words(typed).every((word) => found.some((each) => each.startsWith(word)));
}

interface PrintedMarginsProps {
  /** At the top of each page. */
  left: string;
  right: string;
}

/** Prints on A4 with these texts and the page's number in the margins of each page (office.md 7.6). */
function PrintedMargins({ left, right }: PrintedMarginsProps) {
  const rules =
    `@page{size:A4;margin:22mm 15mm 18mm;@top-left{content:${quote(left)};font:9pt sans-serif}` +
    `@top-right{content:${quote(right)};font:9pt sans-serif}` +
    `@bottom-right{content:counter(page) " / " counter(pages);font:9pt sans-serif}}`;
  return (
    <style
      nonce={useNonce()}
      // oxlint-disable-next-line react/no-danger -- rules of our own; the texts are quoted
      dangerouslySetInnerHTML={{ __html: rules }}
      suppressHydrationWarning
    />
  );
}

/** A text as a string of CSS, which can end neither itself nor the element. */
const quote = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} .,:;–-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;
