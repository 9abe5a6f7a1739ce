import { pickTexts } from '#messages/define-texts.ts';
import { brochureTexts } from '#messages/brochure.ts';
import { closeTaggedPdf, openTaggedPdf } from '../drawing/pdf/tagged-pdf.ts';
import { drawFolios, isNextLeft, pageSize, type BrochurePdf } from './page-layout.ts';
import type { BrochureData } from './collect-brochure.ts';
import { drawCalendar, reserveCalendar } from './draw-calendar.ts';
import { drawBackCover, drawNotesPage, fillWithNotes, drawFrontCover } from './draw-covers.ts';
import { drawConcert } from './draw-concert.ts';
import { drawInformation, drawWelcome } from './draw-information.ts';

/**
 * Draws the brochure as a tagged PDF with bookmarks; its pages fill whole folded sheets. The same data gives the
 * same bytes. Takes a few seconds of CPU, so it runs on a thread.
 */
export default async function drawBrochure(data: BrochureData): Promise<Uint8Array> {
  const brochure = openBrochure(data);
  drawFrontCover(brochure);
  drawWelcome(brochure);
  const calendar = reserveCalendar(brochure);
  // every concert starts on a left page
  const startPages = data.concerts.map((concert) => {
    if (!isNextLeft(brochure)) drawNotesPage(brochure);
    return drawConcert(brochure, concert);
  });
  drawInformation(brochure);
  fillWithNotes(brochure);
  drawBackCover(brochure);
  drawCalendar(brochure, calendar, startPages);
  drawFolios(brochure);
  return await closeTaggedPdf(brochure);
}

function openBrochure(data: BrochureData): BrochurePdf {
  const { festival, language, association } = data;
  const t = pickTexts(brochureTexts, language);
  const sheet = openTaggedPdf({
    language,
    title: t.title({ festival: festival.name, year: festival.year }),
    author: association.name,
    size: pageSize,
    // only this code breaks pages
    margins: { top: 0, right: 0, bottom: 0, left: 0 },
    // not the current time: the same programme gives the same file
    createdAt: new Date(Date.UTC(festival.year, 0, 1)),
  });
  return { ...sheet, data, t, runningFeet: new Map() };
}
