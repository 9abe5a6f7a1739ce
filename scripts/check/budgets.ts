import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** For every page before any interaction, in bytes with Brotli (decision 11). */
const budgets = { scripts: 130_000, styles: 14_000, fonts: 85_000 };
/** For the pages of the office, which nobody opens on the way to a ticket. */
const officeBudgets = { scripts: 143_000, styles: 16_000 };

/** For all scripts of the door together, without the decoder of its camera (door.md 10). */
const MAX_DOOR_SCRIPTS_BYTES = 90_000;

const files = z.array(z.string()).default([]);
const loaded = z.object({ module: z.string(), imports: files, css: files });
const manifestShape = z.object({
  entry: loaded,
  routes: z.record(z.string(), loaded.extend({ parentId: z.string().optional() })),
});

/** A line for each exceeded budget of the built site; a page weighs what React Router's manifest preloads for it. */
export function listExcess(client: string): string[] {
  const assets = readdirSync(path.join(client, 'assets')).map((name) => `/assets/${name}`);
  const name = assets.find((file) => /\/manifest-.*\.js$/.test(file));
  if (name === undefined) throw new Error('the build has no manifest');
  const script = readFileSync(path.join(client, name), 'utf8');
  // the script sets a single variable
  const json = script.slice(script.indexOf('{')).replace(/;\s*$/, '');
  const { entry, routes } = manifestShape.parse(JSON.parse(json));
  const compare = (what: string, list: string[], budget: number) => {
    const bytes = [...new Set(list)].reduce((sum, file) => sum + wireSize(client + file), 0);
    return bytes > budget ? [`${what}: ${bytes} bytes, the budget is ${budget}`] : [];
  };
  const pages = Object.keys(routes).flatMap((id) => {
    const parts = [entry];
    for (let route = routes[id]; route; route = routes[route.parentId ?? '']) parts.push(route);
    const scripts = parts.flatMap(({ module, imports }) => [module, ...imports]);
    // one module serves several lists of the office, as `venue:list` and so on
    const budget = /^(?:office|venue|composer|instrument|ticket-type)\b/.test(id)
      ? officeBudgets
      : budgets;
    return [
      ...compare(`Scripts of ${id}`, [name, ...scripts], budget.scripts),
      ...compare(
        `Styles of ${id}`,
        parts.flatMap(({ css }) => css),
        budget.styles,
      ),
    ];
  });
  const fonts = assets.filter((file) =>
    /\/(?:(?:display|text)(?:-italic)?|sans(?:-bold)?)-[\w-]{8}\.woff2$/.test(file),
  );
  const door = existsSync(path.join(client, 'door/assets'))
    ? readdirSync(path.join(client, 'door/assets')).filter((file) => file.endsWith('.js'))
    : [];
  const doorScripts = door.map((file) => `/door/assets/${file}`);
  return [
    ...pages,
    ...compare('Fonts of the first view', fonts, budgets.fonts),
    ...compare('Scripts of the door', doorScripts, MAX_DOOR_SCRIPTS_BYTES),
  ];
}

/** The size as sent: with Brotli if the build has compressed the file (scripts/compress-assets.ts). */
const wireSize = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
