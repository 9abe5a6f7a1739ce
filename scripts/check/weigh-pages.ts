import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The weight of a page before any interaction, in compressed bytes. */
export interface PageWeight {
  /** The route's id, e.g. `any:concerts/all` or `checkout/checkout-page`. */
  route: string;
  script: number;
  style: number;
}

const files = z.array(z.string()).default([]);
const route = z.object({
  id: z.string(),
  parentId: z.string().optional(),
  module: z.string(),
  imports: files,
  css: files,
});
const manifestShape = z.object({
  entry: z.object({ module: z.string(), imports: files, css: files }),
  routes: z.record(z.string(), route),
});
type Manifest = z.infer<typeof manifestShape>;

/** The weight of every page, by what React Router's manifest preloads for it. */
export function weighPages(client: string): PageWeight[] {
  const name = readdirSync(path.join(client, 'assets')).find((file) =>
    /^manifest-.*\.js$/.test(file),
  );
  if (name === undefined) throw new Error('the build has no manifest');
  const script = readFileSync(path.join(client, 'assets', name), 'utf8');
  // the script sets a single variable
  const json = script.slice(script.indexOf('{')).replace(/;\s*$/, '');
  const manifest = manifestShape.parse(JSON.parse(json));
  const weigh = (all: string[]) =>
    [...new Set(all)].reduce((sum, file) => sum + wireSize(path.join(client, file)), 0);
  return Object.keys(manifest.routes)
    .filter((id) => id !== 'root')
    .map((id) => {
      const { scripts, styles } = filesOf(manifest, id);
      return { route: id, script: weigh([`/assets/${name}`, ...scripts]), style: weigh(styles) };
    });
}

/** The files of a route and of those around it. */
function filesOf({ entry, routes }: Manifest, id: string): { scripts: string[]; styles: string[] } {
  const scripts = [entry.module, ...entry.imports];
  const styles = [...entry.css];
  for (let each = routes[id]; each !== undefined; each = routes[each.parentId ?? '']) {
    scripts.push(each.module, ...each.imports);
    styles.push(...each.css);
  }
  return { scripts, styles };
}

/** The total size in bytes of the fonts that a page may preload; a concert page preloads all of them. */
export function weighFonts(client: string): number {
  const folder = path.join(client, 'assets');
  return readdirSync(folder)
    .filter((file) =>
      /^(?:(?:display|text)(?:-italic)?|sans(?:-bold)?)-[\w-]{8}\.woff2$/.test(file),
    )
    .reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
}

/** The size as sent: with Brotli if the build has compressed the file (scripts/compress-assets.ts). */
function wireSize(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}
