import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { colours } from '#server/platform/colours.ts';
import { appIconSvg } from '#packages/plates/mark.ts';
import { rasterize } from '#packages/plates/plate-svg.ts';
import { root } from './root.ts';

// Draws the site's icons from the mark: node scripts/draw-icons.ts. The results are committed. Each page has the
// favicon (web/root.tsx); the manifest that names the others is server/edge/files.ts.
const icon = { paper: colours.ink, line: colours.action };
const folder = path.join(root, 'web/public');
for (const [name, width] of Object.entries({
  'apple-touch-icon.png': 180,
  'icon-192.png': 192,
  'icon-512.png': 512,
})) {
  await writeFile(path.join(folder, name), await rasterize(appIconSvg(icon), { width }));
}
