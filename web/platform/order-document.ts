import { beginLaterScript } from './begin-later.ts';
import { rememberTapsScript } from './remember-taps.ts';

/**
 * When a page's scripts come: with the page, once its first view is there, or once a newcomer does something
 * (begin-later.ts).
 */
export type ScriptsCome = 'now' | 'seen' | 'asked';

/**
 * Puts what the first view waits for before what only brings the page to life. React writes stylesheets after
 * all preloads; over HTTP/1.1 they would stand in the queue behind the scripts. What cannot wait for the scripts
 * comes with the page: remember-taps.ts.
 *
 * @param styleOf the text of a stylesheet of the build: it then comes with the page, which need not wait for it
 */
export function orderDocument(
  html: string,
  scripts: ScriptsCome,
  styleOf: (href: string) => string | undefined = () => undefined,
): string {
  const end = html.indexOf('</head>');
  const head = html.slice(0, end);
  const styles = linksOf(head, 'stylesheet');
  const preloads = linksOf(head, 'modulepreload');
  const manifest = scripts === 'now' ? [] : linksOf(head, 'manifest');
  const rest = [...styles, ...preloads, ...manifest].reduce(
    (left, link) => left.replace(link, ''),
    head,
  );
  const text = textOf(styles, styleOf);
  // with their text in the page, the links are there for React only, which knows them
  const idle = text === undefined ? '' : withAttribute(styles, 'media="not all"');
  const style = text === undefined ? styles.join('') : `<style>${text}</style>`;
  const last = idle + withAttribute(preloads, 'fetchpriority="low"') + manifest.join('');
  const ordered = rest.replace(/<meta name="viewport"[^>]*>/, (meta) => meta + style);
  const first = `<script>${rememberTapsScript}</script>`;
  if (scripts === 'now') return ordered + first + last + html.slice(end);
  return (
    `${ordered}${first}<template id="late">${last}</template><script>${beginLaterScript(scripts)}</script>` +
    asleep(html.slice(end))
  );
}

/** React Router's scripts as data: to run them costs a phone 50 ms before its first view. */
const asleep = (body: string) =>
  body
    .replace('<script type="module"', '<script type="text/plain" data-late="module"')
    .replaceAll('<script>window.__react', '<script type="text/plain" data-late>window.__react');

/** What stylesheets say; undefined when one of them is not known, or there are none. */
function textOf(
  links: string[],
  styleOf: (href: string) => string | undefined,
): string | undefined {
  const texts = links.map((link) => styleOf(/ href="([^"]+)"/.exec(link)?.[1] ?? ''));
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('');
}

const withAttribute = (links: string[], attribute: string) =>
  links.join('').replaceAll('<link', `<link ${attribute}`);

function linksOf(head: string, rel: string): string[] {
  return head.match(new RegExp(`<link rel="${rel}"[^>]*>`, 'g')) ?? [];
}
