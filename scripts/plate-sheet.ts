import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { drawCover } from '../server/plates/draw-cover.ts';
import { plateSvg } from '../server/plates/plate-svg.ts';
import { SAMPLE_CONCERTS } from '../server/plates/plates.fixture.ts';
import { rasterize } from '../server/plates/raster.ts';
import { contactSheet } from '../server/plates/contact-sheet.ts';

/** Draws plates of the sample programmes for looking at: node scripts/plate-sheet.ts [folder]. */
const folder = process.argv[2] ?? 'data/plate-sheet';
await mkdir(folder, { recursive: true });

async function save(name: string, svg: string, width: number): Promise<void> {
  await writeFile(path.join(folder, `${name}.svg`), svg);
  await writeFile(path.join(folder, `${name}.png`), await rasterize(svg, { width }));
  console.log(`${name}: ${(brotliCompressSync(svg).length / 1000).toFixed(1)} kB compressed`);
}

const covers = SAMPLE_CONCERTS.map((concert) => {
  const begin = performance.now();
  const plate = drawCover(concert, { width: 480, height: 360 });
  const svg = plateSvg(plate);
  const took = (performance.now() - begin).toFixed(0);
  const size = (brotliCompressSync(svg).length / 1000).toFixed(1);
  console.log(`${concert.title}: ${took} ms, ${size} kB, ${plate.summits.length} summits`);
  return plate;
});
await save('covers', contactSheet(covers, { columns: 3, gap: 24 }), 1500);
