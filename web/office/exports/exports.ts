import type { LoaderFunctionArgs } from 'react-router';
import { berlinDate } from '#contract/berlin-time.ts';
import type { CommandName } from '#contract/office/commands.ts';
import { readRowId } from '#contract/office/forms.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import type { exportPaths } from '#contract/office/screens.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { fileTexts } from '#messages/office/files.ts';
import { readAuditFilters } from '../audit/audit-filters.ts';
import { officeContext, type Office, type OutputOf } from '../platform/office-context.ts';
import { readQuery } from '../ui/list-controls.tsx';

/** A request for a file. */
interface Call {
  office: Office;
  url: URL;
  query: Record<string, string>;
  /** The format of a CSV that the address selects: `language=de|en`, `bom=1`. */
  options: CsvOptions;
  /** A parameter of the path. */
  param: (name: string) => string;
}

/** Every file of the office by its path (office.md 9). */
const exports: Readonly<Record<string, (call: Call) => Promise<Response>>> = {
  '/office/orders.csv': async ({ office, query, options }) => {
    await recordExport(office, 'order:export', { list: 'orders' });
    const lines = await office.read('order:csv', { ...query, ...options });
    return csvResponse(office, lines, 'orders', query);
  },
  '/office/orders/:orderNo/documents/:id': async ({ office, param }) =>
    pdfResponse(
      await office.read('order:document', {
        orderNo: param('orderNo'),
        id: readRowId(param('id')),
      }),
    ),
  // address pages and tickets of the orders that were printed (office.md 7.7)
  '/office/dispatch.pdf': async ({ office, url }) => {
    const orders = (url.searchParams.get('orders') ?? '').split(' ');
    await recordExport(office, 'order:export', { list: 'dispatch', order: orders });
    const isSparing = url.searchParams.has('sparing');
    return pdfResponse(
      await office.read('order:tickets-pdf', { orders, concert: null, isSparing }),
    );
  },
  '/office/concerts/:id/box-office.csv': async ({ office, query, options, param }) => {
    const id = readRowId(param('id'));
    await recordExport(office, 'order:export', { list: String(id) });
    const input = { id, q: query['q'] ?? '', ...options };
    const lines = await office.read('order:box-office-csv', input);
    return csvResponse(office, lines, 'boxOffice', {}, id);
  },
  // the tickets that wait at the box office of a concert (office.md 7.7)
  '/office/concerts/:id/box-office.pdf': async ({ office, param }) => {
    const concert = readRowId(param('id'));
    await recordExport(office, 'order:export', { list: String(concert), tickets: 'yes' });
    return pdfResponse(await office.read('order:tickets-pdf', { orders: [], concert }));
  },
  // all data of a person (Art. 15 GDPR), as a file and to read
  '/office/people/:key/export.json': async ({ office, param }) => {
    const data = await recordExport(office, 'person:export', { key: param('key') });
    const name = `${fileTexts.person[office.language]}.json`;
    return download(JSON.stringify(data, null, 2), 'application/json; charset=utf-8', name);
  },
  '/office/people/:key/export.pdf': async ({ office, param }) => {
    const key = param('key');
    const data = await recordExport(office, 'person:export', { key });
    return pdfResponse(await office.read('person:pdf', { key, data }));
  },
  '/office/newsletter.csv': async ({ office, query, options }) => {
    await recordExport(office, 'newsletter:export', {});
    const lines = await office.read('newsletter:csv', { q: query['q'] ?? '', ...options });
    return csvResponse(office, lines, 'newsletter');
  },
  '/office/door/:concertId/report.csv': async ({ office, options, param }) => {
    const id = readRowId(param('concertId'));
    const lines = await office.read('door:report-csv', { concertId: id, ...options });
    await noteExport(office, 'report:export', { report: 'door', concert: String(id) });
    return csvResponse(office, lines, 'door', {}, id);
  },
  '/office/reports/sales.csv': async ({ office, url, query, options }) => {
    await noteExport(office, 'report:export', { ...query, report: 'sales' });
    const input = { ...query, by: url.searchParams.getAll('by'), ...options };
    return csvResponse(office, await office.read('report:sales-csv', input), 'sales', query);
  },
  '/office/reports/revenue.csv': async ({ office, query, options }) => {
    await noteExport(office, 'report:export', { ...query, report: 'revenue' });
    const lines = await office.read('report:revenue-csv', { ...query, ...options });
    return csvResponse(office, lines, 'revenue', query);
  },
  '/office/reports/invoices.csv': async ({ office, query, options }) => {
    await noteExport(office, 'report:export', { ...query, report: 'invoices' });
    const lines = await office.read('report:invoices-csv', { ...query, ...options });
    return csvResponse(office, lines, 'invoices', query);
  },
  '/office/reports/gema.csv': async ({ office, query, options }) => {
    // editors have it, too, who export nothing else: no entry
    if (office.staff.role !== 'editor') {
      await noteExport(office, 'report:export', { ...query, report: 'gema' });
    }
    const lines = await office.read('report:gema-csv', { ...query, ...options });
    return csvResponse(office, lines, 'gema', query);
  },
  '/office/reports/donations.csv': async ({ office, options }) => {
    await recordExport(office, 'report:export', { report: 'donations' });
    return csvResponse(office, await office.read('donation:csv', options), 'donations');
  },
  '/office/runs/:id/items.csv': async ({ office, options, param }) => {
    const id = readRowId(param('id'));
    await office.read('run:page', { id });
    await noteExport(office, 'report:export', { report: 'run' });
    return csvResponse(office, await office.read('run:csv', { id, ...options }), 'run');
  },
  '/office/programme.yaml': async ({ office }) => {
    const name = `${fileTexts.programme[office.language]}.yaml`;
    await noteExport(office, 'programme:export', { name });
    const yaml = await office.read('programme:yaml', {});
    return download(yaml, 'application/yaml; charset=utf-8', name);
  },
  // with the filters of its page; itself an entry of the log (office.md 11)
  '/office/audit.csv': async ({ office, url, options }) => {
    const filters = readAuditFilters(url);
    await recordExport(office, 'audit:export', { ...filters });
    const lines = await office.read('audit:csv', { filters, ...options });
    return csvResponse(office, lines, 'audit', filters);
  },
} satisfies Record<(typeof exportPaths)[number], (call: Call) => Promise<Response>>;

export async function loader({ context, params, pattern, url }: LoaderFunctionArgs) {
  const office = context.get(officeContext);
  const query = readQuery(url);
  const { language } = query;
  const options = {
    language: language === 'de' || language === 'en' ? language : office.language,
    hasBom: query['bom'] === '1',
  };
  const respond = exports[pattern];
  if (respond === undefined) throw new Response(null, { status: 404 });
  return await respond({ office, url, query, options, param: (name) => params[name] ?? '' });
}

const download = (body: BodyInit, type: string, filename: string): Response =>
  new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${filename}"`,
    },
  });

const pdfResponse = ({ bytes, filename }: OutputOf<'order:document'>): Response =>
  download(bytes, 'application/pdf', filename);

/** A CSV that streams as a download. Its name has the days that it covers, and the id of its concert. */
function csvResponse(
  { language }: Office,
  lines: AsyncIterable<string>,
  file: keyof typeof fileTexts,
  { from = '', to = '' }: { from?: string; to?: string } = {},
  id?: number,
): Response {
  const texts = pickTexts(fileTexts, language);
  const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day);
  const parts = [
    texts[file],
    ...(id === undefined ? [] : [id]),
    isDay(from) ? from : texts.start,
    isDay(to) ? to : berlinDate(new Date()),
  ];
  return download(toStream(lines), 'text/csv; charset=utf-8', `${parts.join('-')}.csv`);
}

/** Reads on only as fast as the browser receives it, so a long list needs little memory. */
function toStream(lines: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = lines[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/**
 * Asks for the step-up, counts the export and writes the audit entry, before a file with data of persons (office.md 9).
 * Returns the output of the command, which does no more than that.
 */
async function recordExport(
  office: Office,
  command: Extract<CommandName, `${string}:export`>,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  office.requireStepUp();
  return await noteExport(office, command, input);
}

/** The same for a file without data of persons, which needs no step-up: the reports (office.md 12). */
async function noteExport(
  office: Office,
  command: Extract<CommandName, `${string}:export`>,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { output, problem } = await office.submit(command, input);
  if (problem !== null) throw new Response(null, { status: problem.status });
  return output;
}
