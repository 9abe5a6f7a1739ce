import PdfDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { drawCover } from './draw-concert-panorama.ts';
import { drawPlateOnPdf } from './plate-pdf.ts';
import { SAMPLE_CONCERTS } from './plates.fixture.ts';

it('draws every shape of a plate into a PDF of pdfkit', async () => {
  const [concert] = SAMPLE_CONCERTS;
  if (!concert) throw new Error('The fixture is empty.');
  const plate = drawCover(concert, { width: 480, height: 360 });
  const pdf = new PdfDocument({ size: 'A5', compress: false });
  drawPlateOnPdf(pdf, plate, { x: 40, y: 40, width: 340 });
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of pdf) if (Buffer.isBuffer(part)) parts.push(part);
  const text = Buffer.concat(parts).toString('latin1');
  const painted = text.match(/^(f|S)$/gm)?.length ?? 0;
  expect(painted).toBe(plate.shapes.length);
  expect(text).not.toContain('NaN');
});
