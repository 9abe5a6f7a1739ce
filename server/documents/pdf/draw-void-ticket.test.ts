import { describe, expect, it } from 'vitest';
import { countPages, hasPoppler, structureOf, textOf } from '#test/pdf.ts';
import { englishVoidTicket, voidTicket } from '#test/documents.ts';
import { drawVoidTicket } from './draw-void-ticket.ts';

const longWords = {
  ...voidTicket,
  concert: {
    ...voidTicket.concert,
    title: 'Festkonzert zum einhundertfünfzigsten Geburtstag der Stiftskirche zu Marienfirn',
  },
  holder: 'Maria Magdalena Freifrau von und zu Hohenaschau-Wildenwart und Söllhuben',
};

it('a void ticket is one page, also with the longest words', async () => {
  for (const data of [voidTicket, englishVoidTicket, longWords]) {
    expect(countPages(await drawVoidTicket(data))).toBe(1);
  }
});

describe.runIf(hasPoppler)('a void ticket', () => {
  const read = async (data: typeof voidTicket) =>
    textOf(await drawVoidTicket(data)).replaceAll(/[\u00a0\s]+/g, ' ');

  it('says that it is void and why, and what it was for', async () => {
    const text = await read(voidTicket);
    for (const fact of [
      'Ungültig',
      'Diese Karte wurde storniert und gilt nicht mehr.',
      'Böhmen, weit fort',
      'Samstag, 23. August 2025',
      'Bestellnummer K7MA-2XRF',
      'Bestellt von Růžena Szőllősy-Łukasiewicz',
      'post@marienfirn.example',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it('says it in English, and that there is a new one', async () => {
    const text = await read(englishVoidTicket);
    for (const fact of [
      'Void',
      'This ticket has been replaced by a new one and is no longer valid.',
      'Bohemia, far away',
      'Saturday, 23 August 2025',
      'Order number K7MA-2XRF',
      'Ordered by Růžena',
    ]) {
      expect(text).toContain(fact);
    }
    expect(text).not.toContain('Ungültig');
  });

  it('shows all of the longest words above its foot', async () => {
    const text = await read(longWords);
    expect(text).toContain(longWords.concert.title);
    expect(text.indexOf('Söllhuben')).toBeLessThan(text.indexOf('Fragen zu dieser Karte'));
  });

  it('has no holder once the name has been erased', async () => {
    expect(await read({ ...voidTicket, holder: null })).not.toContain('Bestellt von');
  });

  it('has nothing that can be read at the entrance', async () => {
    expect(structureOf(await drawVoidTicket(voidTicket))).not.toContain('Figure');
  });

  it('can be heard: first that it is void', async () => {
    const structure = structureOf(await drawVoidTicket(voidTicket));
    expect(structure).toMatch(/H1[\s\S]*Ungültig[\s\S]*H2[\s\S]*Böhmen/);
  });
});
