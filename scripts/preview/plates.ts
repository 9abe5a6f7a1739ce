import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { colours } from '#server/platform/colours.ts';
import { drawContactSheet, drawPlateAsSvg, rasterize } from '#packages/plates/plate-svg.ts';
import {
  drawConcertPanorama,
  drawNightPanorama,
  drawCover,
} from '#packages/plates/draw-concert-panorama.ts';
import { drawSeasonPanorama } from '#packages/plates/draw-season-panorama.ts';
import {
  drawAbbeyOnPaper,
  drawDarkNight,
  drawFog,
  drawForestEdge,
} from '#packages/plates/draw-vignettes.ts';
import { appIconSvg, faviconSvg, markSvg } from '#packages/plates/mark.ts';
import { SAMPLE_CONCERTS } from '#packages/plates/plates.fixture.ts';

// Draws plates of the sample programmes for inspection: node scripts/preview/plates.ts [folder]
const { paper } = colours;
const icon = { paper: colours.ink, line: colours.action };
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
  const svg = drawPlateAsSvg(plate);
  const took = (performance.now() - begin).toFixed(0);
  const size = (brotliCompressSync(svg).length / 1000).toFixed(1);
  console.log(`${concert.title}: ${took} ms, ${size} kB, ${plate.summits.length} summits`);
  return plate;
});
await save('covers', drawContactSheet(covers, { columns: 3, gap: 24, paper }), 1500);

const wide = SAMPLE_CONCERTS.map((concert) =>
  drawConcertPanorama(concert, { width: 1440, height: 600 }),
);
await save(
  'panoramas',
  drawContactSheet(wide, { columns: 2, gap: 24, paper, hasMarks: true }),
  1900,
);
const narrow = SAMPLE_CONCERTS.map((concert) =>
  drawConcertPanorama(concert, { width: 390, height: 340, labelBand: 48 }),
);
await save(
  'panoramas-phone',
  drawContactSheet(narrow, { columns: 4, gap: 24, paper, hasMarks: true }),
  1700,
);
const longNight = SAMPLE_CONCERTS.find((concert) => concert.isLongNight);
if (longNight) {
  await save(
    'night',
    drawPlateAsSvg(drawNightPanorama(longNight, { width: 1440, height: 820 })),
    1440,
  );
  await save(
    'night-phone',
    drawPlateAsSvg(drawNightPanorama(longNight, { width: 390, height: 640 })),
    780,
  );
}
const season = drawSeasonPanorama(SAMPLE_CONCERTS, { width: 1440, height: 560 });
await save(
  'season',
  drawContactSheet([season], { columns: 1, gap: 0, paper, hasMarks: true }),
  1440,
);
const seasonPhone = { width: 860, height: 420, axis: 'compact', margin: 26 } as const;
await save('season-phone', drawPlateAsSvg(drawSeasonPanorama(SAMPLE_CONCERTS, seasonPhone)), 1720);
await save('abbey', drawPlateAsSvg(drawAbbeyOnPaper({ width: 640, height: 260 })), 1280);
await save('forest-edge', drawPlateAsSvg(drawForestEdge({ width: 1440, height: 90 })), 1440);
await save('dark-night', drawPlateAsSvg(drawDarkNight({ width: 960, height: 360 })), 1440);
await save('fog', drawPlateAsSvg(drawFog({ width: 960, height: 360 })), 1440);
await save('mark', markSvg(colours.ink, 480), 480);
await save('favicon', faviconSvg(icon), 64);
await save('app-icon', appIconSvg(icon), 256);
