import { beforeAll, describe, expect, it } from 'vitest';
import { fontsOf, hasPoppler, sourceOf, structureOf, textOf } from '#test/pdf.ts';
import { smallBrochure } from '#test/brochures.ts';
import drawBrochure from './draw-brochure.ts';

let german: Uint8Array;
let english: Uint8Array;
beforeAll(async () => {
  german = await drawBrochure(smallBrochure('de'));
  const data = smallBrochure('en');
  english = await drawBrochure({ ...data, lead: `UPTURNED ${data.lead}` });
});

const pagesOf = (pdf: Uint8Array) => sourceOf(pdf).match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
/** Removes spaces: extracted text loses narrow ones, and lines break anywhere. */
const squeeze = (text: string) => text.replaceAll(/\s/g, '');

describe('a brochure', () => {
  it('has as many pages of A5 as folded sheets: a multiple of four', () => {
    for (const pdf of [german, english]) {
      expect(pagesOf(pdf) % 4).toBe(0);
      expect(pagesOf(pdf)).toBeGreaterThanOrEqual(12);
      expect(sourceOf(pdf)).toContain('/MediaBox [0 0 419.527559 595.275591]');
    }
  });

  it('is tagged PDF/UA with language, title and a bookmark for every concert', () => {
    const source = sourceOf(german);
    expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(source).toContain('/Lang (de)');
    expect(sourceOf(english)).toContain('/Lang (en)');
    expect(source).toContain('/PageMode /UseOutlines');
    // cover, calendar, three concerts, tickets, venues, about us, imprint
    expect(source.match(/\/Title \(/g)?.length).toBe(9);
  });

  it('stays small: below 3 MB for sixteen concerts', () => {
    expect(german.byteLength / 3).toBeLessThan(3_000_000 / 16);
  });

  it('is the same file for the same programme', async () => {
    const again = await drawBrochure(smallBrochure('de'));
    expect(Buffer.from(again).equals(Buffer.from(german))).toBe(true);
  });

  it.runIf(hasPoppler)('is read as written, whatever was drawn before on the same thread', () => {
    // 'Über uns' in the German brochure must not break the U of the English one
    expect(textOf(german)).toContain('Über uns');
    expect(textOf(english)).toContain('UPTURNED');
  });

  it.runIf(hasPoppler)('embeds all its fonts', () => {
    const fonts = fontsOf(german);
    expect(fonts.length).toBeGreaterThan(4);
    for (const font of fonts) expect(font).toMatch(/TrueType\s+Identity-H\s+yes yes yes/);
  });
});

describe.runIf(hasPoppler)('its text', () => {
  it('has date, doors, venue, works, movements, cast, interval and prices of a concert', () => {
    const text = squeeze(textOf(german));
    for (const fact of [
      'Böhmen, weit fort',
      'Samstag, 23. August 2025',
      '19.30 Uhr, Einlass ab 19.00 Uhr',
      'Tenne, etwa 110 Minuten',
      'Leoš Janáček',
      '1854–1928',
      'Klavierquintett Nr. 2 A-Dur op. 81',
      'Dumka. Andante con moto',
      'Ilse Moosrainer Viola',
      'Pause',
      'Änderungen von Programm und Besetzung vorbehalten.',
      'Schülerinnen und Schüler',
      '26 €',
    ]) {
      expect(text).toContain(squeeze(fact));
    }
  });

  it('follows English conventions in English', () => {
    const text = squeeze(textOf(english));
    for (const fact of [
      'Bohemia, Far Away',
      'Saturday, 23 August 2025',
      'Piano Quintet No. 2 in A major',
      'Op. 81',
      'b. 1935',
      'Interval',
      'Free admission',
      '€26',
    ]) {
      expect(text).toContain(squeeze(fact));
    }
    expect(text).not.toContain('Pause');
    expect(text).not.toContain('Einlass');
  });

  it('links the calendar to the page of each concert', () => {
    const text = squeeze(textOf(german));
    const calendar = text.slice(text.indexOf('Kalender'), text.indexOf('Samstag,23.August2025'));
    expect(calendar).toMatch(/Böhmen,weitfort.*Tenne4.*JungeStimmenII.*Kreuzgang6/);
    expect(calendar).toContain('10.–17.August2025:Akademiewoche');
  });

  it('is readable by screen readers: headings, lists, movements in their own language', () => {
    const structure = structureOf(german);
    expect(structure).toMatch(/H1[\s\S]*Marienfirn/);
    expect(structure).toMatch(/H2[\s\S]*Böhmen, weit fort[\s\S]*H3[\s\S]*Programm[\s\S]*H4/);
    expect(structure).toMatch(/Link/);
    expect(sourceOf(german)).toContain('/Lang (cs)');
  });

  it('leaves out notes meant for the list of the site', () => {
    expect(squeeze(textOf(german))).not.toContain(squeeze('Dazwischen gibt es Suppe im Hof.'));
    expect(squeeze(textOf(german))).toContain(
      squeeze('Eine Karte für alle Räume und die ganze Nacht.'),
    );
  });
});
