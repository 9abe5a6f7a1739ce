import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appIconSvg, faviconSvg } from '#server/plates/mark.ts';
import { rasterize } from '#server/plates/raster.ts';
import { root } from './root.ts';

// Draws the site's icons from the mark: node scripts/draw-icons.ts. The results in web/public are committed;
// the manifest that names them is server/site/web-manifest.ts.
const folder = path.join(root, 'web/public');
await writeFile(path.join(folder, 'favicon.svg'), `${faviconSvg()}\n`);
for (const [name, width] of Object.entries({
  'apple-touch-icon.png': 180,
  'icon-192.png': 192,
  'icon-512.png': 512,
})) {
  await writeFile(path.join(folder, name), await rasterize(appIconSvg(), { width }));
}
