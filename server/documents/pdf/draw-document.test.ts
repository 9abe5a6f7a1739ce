import { describe, expect, it } from 'vitest';
import {
  contentOf,
  countPages,
  fontsOf,
  hasPoppler,
  sourceOf,
  structureOf,
  textOf,
} from '#test/pdf.ts';
import type { Language } from '#contract/language.ts';
import {
  cancellation,
  confirmation,
  englishInvoice,
  invoice,
  ticket,
  voidTicket,
} from '#test/documents.ts';
import { drawDocument } from '../store-documents.ts';
import { vatIn } from './draw-invoice.ts';
import { drawVoidTicket } from './draw-void-ticket.ts';

const all: [string, Language, () => Promise<Uint8Array>][] = [
  ['invoice', 'de', () => drawDocument(invoice)],
  ['English invoice', 'en', () => drawDocument(englishInvoice)],
  ['cancellation', 'de', () => drawDocument(cancellation)],
  ['ticket', 'de', () => drawDocument(ticket)],
  ['void ticket', 'de', () => drawVoidTicket(voidTicket)],
  ['confirmation', 'de', () => drawDocument(confirmation)],
];

describe.each(all)('every document: %s', (_, language, draw) => {
  it('is tagged PDF/UA with language and title, and the same data gives the same bytes', async () => {
    const pdf = await draw();
    const source = sourceOf(pdf);
    expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(source).toContain('/Marked true');
    expect(source).toContain(`/Lang (${language})`);
    expect(source).toContain('/DisplayDocTitle true');
    expect(source).toMatch(/<dc:title>/);
    expect(Buffer.from(pdf).equals(Buffer.from(await draw()))).toBe(true);
  });

  it('marks everything drawn as text or as decoration', async () => {
    const content = contentOf(await draw());
    let open = 0;
    for (const line of content.split('\n')) {
      if (/\b(BDC|BMC)$/.test(line)) open++;
      if (line === 'EMC') open--;
      if (/^(f|S|B|\[.*\] TJ)$/.test(line.trim())) expect(open).toBeGreaterThan(0);
    }
    expect(open).toBe(0);
  });

  it.runIf(hasPoppler)('embeds all its fonts', async () => {
    const fonts = fontsOf(await draw());
    expect(fonts.length).toBeGreaterThan(2);
    for (const font of fonts) expect(font).toMatch(/TrueType\s+Identity-H\s+yes yes yes/);
  });
});

describe.runIf(hasPoppler)('an invoice', () => {
  it('has what § 14 UStG asks for', async () => {
    const text = textOf(await drawDocument(invoice));
    for (const fact of [
      'V. · Klosterhof 1 · 82599 Marienfirn',
      'Steuernummer 999/815/00000',
      'Růžena Szőllősy-Łukasiewicz',
      'Straße der Ölmühlen 12a',
      '2025-000123',
      '14. Juli 2025',
      'Leistungsdatum: Samstag, 23. August 2025, 19.30 Uhr',
      '294,00 €',
      'Versand der Karten',
      '384,50 €',
      '§ 4 Nr. 20 UStG',
      'Bescheinigung',
    ]) {
      expect(text.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(fact);
    }
  });

  it('with tax shows net and tax, in the language of the buyer', async () => {
    const text = textOf(await drawDocument(englishInvoice));
    expect(text).toContain('€71.03');
    expect(text).toContain('€4.97');
    expect(text).toContain('€76.00');
    expect(text).toContain('Poland');
    expect(text).toContain('Saturday, 23');
    expect(text).not.toContain('Rechnung');
    expect(vatIn(7600)).toBe(497);
  });

  it('writes out signs that no font has, or leaves them out, and keeps lines as they are', async () => {
    const buyer = {
      ...invoice.buyer,
      street: 'Hof № 3 😀\u200d',
      city: 'Grafing\r\nbei Mün\u200bchen',
    };
    const text = textOf(await drawDocument({ ...invoice, buyer }));
    expect(text).toContain('Hof No 3');
    expect(text).toContain('bei München');
    expect(text).not.toContain('?');
  });

  it('sets a long address smaller, above the heading', async () => {
    const buyer = {
      ...invoice.buyer,
      firstName: 'Wilhelmine '.repeat(6),
      street: 'Straße des Siebzehnten Juni '.repeat(6),
      city: 'Gemeinde am Fluss '.repeat(5),
    };
    const text = textOf(await drawDocument({ ...invoice, buyer }));
    expect(text.lastIndexOf('Fluss')).toBeLessThan(text.search(/^Rechnung$/m));
  });

  it('with many concerts spans several pages, and has every line', async () => {
    const [concert] = invoice.concerts;
    const concerts = Array.from({ length: 16 }, (_, i) => ({
      ...(concert ?? { venue: '', startsAt: '2025-08-23T17:30:00Z', lines: [] }),
      title: `Konzert Nummer ${i + 1}`,
    }));
    const pdf = await drawDocument({ ...invoice, concerts });
    expect(countPages(pdf)).toBe(3);
    const text = textOf(pdf);
    for (let i = 1; i <= 16; i++) expect(text).toContain(`Konzert Nummer ${i}\n`);
    expect(text).toContain('Seite 3 von 3');
  });

  it('is readable by screen readers: heading, table with heads, rows', async () => {
    const structure = structureOf(await drawDocument(invoice));
    expect(structure).toMatch(/H1[\s\S]*Rechnung/);
    expect(structure).toMatch(/Table[\s\S]*TR[\s\S]*TH[\s\S]*Anzahl/);
  });

  it('of a cancellation is negative and names the first; a partial one lists that part alone', async () => {
    const whole = textOf(await drawDocument(cancellation)).replaceAll('\u00a0', ' ');
    expect(whole).toContain('S-2025-000007');
    expect(whole).toContain('Rechnung 2025-000123 vom 14. Juli 2025 zurück');
    expect(whole).toContain('−384,50 €');
    const partial = textOf(await drawDocument({ ...cancellation, refundedCents: 2450 }));
    expect(partial).toContain('Teilweise Erstattung');
    expect(partial.replaceAll('\u00a0', ' ')).toContain('−24,50 €');
    expect(partial).not.toContain('Schülerinnen');
  });

  it('cancelled piece by piece cancels the tax of the invoice, to the cent', async () => {
    const sale = { ...cancellation, tax: 'reduced' as const, totalCents: 2850 };
    let cancelledVat = 0;
    for (const [index, refundedCents] of [800, 800, 800, 450].entries()) {
      const text = textOf(
        await drawDocument({ ...sale, earlierCents: index * 800, refundedCents }),
      );
      cancelledVat += Number(/−0,(\d\d)\s€/.exec(text)?.[1] ?? Number.NaN);
    }
    expect(cancelledVat).toBe(vatIn(2850));
    expect(vatIn(2850)).toBe(186);
  });
});

describe.runIf(hasPoppler)('a ticket', () => {
  it('is one page with concert, doors, venue, type, price, order, name and code', async () => {
    const pdf = await drawDocument(ticket);
    expect(countPages(pdf)).toBe(1);
    const text = textOf(pdf).replaceAll('\u00a0', ' ');
    for (const fact of [
      'Böhmen, weit fort',
      'Samstag, 23. August 2025',
      'Einlass 19.00 Uhr',
      'Stiftskirche',
      'Ermäßigt, 28,00 €',
      'Růžena Szőllősy-Łukasiewicz',
      'K7MA-2XRF',
      'Eintrittskarte 2 von 3',
    ]) {
      expect(text).toContain(fact);
    }
    expect(text.replaceAll(/\s/g, '')).toContain(ticket.code);
  });

  it('stays one page with the longest words', async () => {
    const pdf = await drawDocument({
      ...ticket,
      concert: {
        ...ticket.concert,
        title: 'Festkonzert zum einhundertfünfzigsten Geburtstag der Stiftskirche zu Marienfirn',
        subtitle: 'Werke von Čiurlionis, Szymanowski, Dohnányi und Lutosławski '.repeat(3),
      },
      holder: 'Maria Magdalena Freifrau von und zu Hohenaschau-Wildenwart und Söllhuben',
    });
    expect(countPages(pdf)).toBe(1);
    expect(textOf(pdf)).toContain('K7MA-2XRF');
  });

  it.each(['Nguyễn Thị Ầu', 'Ганна Шпіллер-Ґуляй', 'Αγνή Μπάλτσα', 'Żółć Țăranu Őry'])(
    'writes the name %s',
    async (holder) => {
      expect(textOf(await drawDocument({ ...ticket, holder }))).toContain(holder);
    },
  );

  it('writes characters that no font has as Latin ones, never as an empty box', async () => {
    const text = textOf(await drawDocument({ ...ticket, holder: '武満 Tōru 😀' }));
    expect(text).toMatch(/WuMan Tōru *$/m);
  });
});

describe.runIf(hasPoppler)('a confirmation', () => {
  it('has the order, how the tickets come, and the terms accepted', async () => {
    const text = textOf(await drawDocument(confirmation)).replaceAll('\u00a0', ' ');
    expect(text).toContain('K7MA-2XRF');
    expect(text).toContain('Mit der Post');
    expect(text).toContain('kein Widerrufsrecht');
    expect(text).toContain('in der Fassung vom 1. Juni 2025');
    expect(text).toContain('11. Wie der Vertrag zustande kommt');
  });
});
