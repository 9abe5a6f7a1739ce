import { z } from 'zod';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import { adminAndOffice, atDesk } from '#contract/office/staff.ts';
import type { Deps } from '../deps.ts';
import { type Context, defineChange, defineRead } from '../operations/define.ts';
import { createGemaReport } from './gema.ts';
import { createInvoiceReport, readInvoiceReport, type InvoiceFilters } from './invoices.ts';
import { type ReportFilters, writeReportCsv } from './report.ts';
import { createRevenueReport, readRevenueReport } from './revenue.ts';
import { createSalesReport, readSalesReport, type SalesFilters } from './sales.ts';

/** The reports that the office may export with an entry of the log. */
const reportNames = ['sales', 'revenue', 'invoices', 'gema', 'run', 'donations', 'door'] as const;

/** Filters of an export that its entry of the log repeats; what has another form is left out. */
const safeFilters = {
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  concert: /^\d{1,9}$/,
  payout: /^\w{1,100}$/,
};

const filter = z.string().default('');

/** Notes that a report was exported, with its filters; the page streams it (office.md 9). */
const recordReportExport = defineChange({
  may: adminAndOffice,
  input: z.object({
    report: z.enum(reportNames),
    from: filter,
    to: filter,
    concert: filter,
    payout: filter,
  }),
  run(_context, { report, ...filters }) {
    const names = Object.keys(safeFilters) as (keyof typeof safeFilters)[];
    const after = Object.fromEntries(
      names
        .filter((name) => safeFilters[name].test(filters[name]))
        .map((name) => [name, filters[name]]),
    );
    const thing = { kind: 'report', id: report, name: report };
    return Promise.resolve({ output: {}, audit: { thing, after } });
  },
});

const invoiceDeps = ({ pool, env }: Deps) => ({ pool, tax: env.taxTreatment });

const madeNow = () => ({ madeAt: toBerlinIso(new Date()) });

/** Declares the CSV of a report, in the language that its address names. */
const csvOf =
  <F>(
    create: (
      context: Context,
      language: CsvOptions['language'],
      filters: F,
    ) => ReturnType<typeof createGemaReport>,
  ) =>
  (context: Context, input: F & CsvOptions): AsyncIterable<string> =>
    writeReportCsv(create(context, input.language, input), input);

/** The operations of the reports (office.md 9). */
export const reportOperations = {
  'report:export': recordReportExport,
  'report:sales': defineRead(adminAndOffice, async ({ deps, caller }, filters: SalesFilters) => ({
    ...madeNow(),
    ...(await readSalesReport(deps.pool, caller.language, filters)),
  })),
  'report:revenue': defineRead(
    adminAndOffice,
    async ({ deps, caller }, filters: ReportFilters) => ({
      ...madeNow(),
      ...(await readRevenueReport(invoiceDeps(deps), caller.language, filters)),
    }),
  ),
  'report:invoices': defineRead(
    adminAndOffice,
    async ({ deps, caller }, filters: InvoiceFilters) => ({
      ...madeNow(),
      table: await readInvoiceReport(invoiceDeps(deps), caller.language, filters),
    }),
  ),
  'report:sales-csv': defineRead(
    adminAndOffice,
    csvOf(({ deps }, language, filters: SalesFilters) =>
      createSalesReport(deps.pool, language, filters),
    ),
  ),
  'report:revenue-csv': defineRead(
    adminAndOffice,
    csvOf(({ deps }, language, filters: ReportFilters) =>
      createRevenueReport(invoiceDeps(deps), language, filters),
    ),
  ),
  'report:invoices-csv': defineRead(
    adminAndOffice,
    csvOf(({ deps }, language, filters: InvoiceFilters) =>
      createInvoiceReport(invoiceDeps(deps), language, filters),
    ),
  ),
  'report:gema-csv': defineRead(
    atDesk,
    csvOf(({ deps }, language, filters: ReportFilters) =>
      createGemaReport(deps.pool, language, filters),
    ),
  ),
};
