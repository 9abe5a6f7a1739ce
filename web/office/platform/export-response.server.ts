import { berlinDate } from '#contract/berlin-time.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { fileTexts } from '#messages/office/files.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import type { CommandName } from '#contract/office/commands.ts';
import type { Office, OutputOf } from './office-context.ts';

type OfficePdf = OutputOf<'order:document'>;

interface CsvFile {
  /** First part of the file's name, and the concert's id where it has one. */
  name: { file: keyof typeof fileTexts; id?: number };
  from?: string | undefined;
  to?: string | undefined;
}

/** The format of a CSV that an address selects: `language=de|en`, `bom=1` (office.md 9). */
export function csvOptions(office: Office, query: Record<string, string>): CsvOptions {
  const { language } = query;
  return {
    language: language === 'de' || language === 'en' ? language : office.language,
    hasBom: query['bom'] === '1',
  };
}

/** A CSV that streams as a download. */
export function csvResponse(
  { language }: Office,
  lines: AsyncIterable<string>,
  { name, from, to }: CsvFile,
): Response {
  const today = berlinDate(new Date());
  const isDay = (day: string | undefined) => day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day);
  const texts = pickTexts(fileTexts, language);
  const parts = [
    texts[name.file],
    ...(name.id === undefined ? [] : [name.id]),
    isDay(from) ? from : texts.start,
    isDay(to) ? to : today,
  ];
  return new Response(toStream(lines), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${parts.join('-')}.csv"`,
    },
  });
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

/** A PDF as a download. */
export function pdfResponse({ bytes, filename }: OfficePdf): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${filename}"`,
    },
  });
}

/**
 * What precedes every file with data of persons: step-up, the limit of exports and the audit entry (office.md 9).
 * Returns the output of the command, which does no more than that.
 */
export async function recordExport(
  office: Office,
  command: Extract<CommandName, `${string}:export`>,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  office.requireStepUp();
  return await noteExport(office, command, input);
}

/** The same for a file without data of persons, which needs no step-up: the reports (office.md 12). */
export async function noteExport(
  office: Office,
  command: Extract<CommandName, `${string}:export`>,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { output, problem } = await office.submit(command, input);
  if (problem !== null) throw new Response(null, { status: problem.status });
  return output;
}
