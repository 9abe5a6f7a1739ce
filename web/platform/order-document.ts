import { rememberTapsScript } from './remember-taps.ts';

/**
 * Puts what the first view waits for before what only brings the page to life. React writes stylesheets after
 * all preloads; over HTTP/1.1 they would stand in the queue behind the scripts. Taps that come before the
 * scripts are remembered (remember-taps.ts).
 *
 * @param scriptsLater for pages that are whole without scripts: these then leave the line to pictures and fonts
 * @param styleOf the text of a stylesheet of the build: it then comes with the page, which need not wait for it
 */
export function orderDocument(
  html: string,
  scriptsLater: boolean,
  styleOf: (href: string) => string | undefined = () => undefined,
): string {
  const end = html.indexOf('</head>');
  const head = html.slice(0, end);
  const styles = linksOf(head, 'stylesheet');
  const preloads = linksOf(head, 'modulepreload');
  const rest = [...styles, ...preloads].reduce((left, link) => left.replace(link, ''), head);
  const last = preloads.join('').replaceAll('<link', '<link fetchpriority="low"');
  const ordered = rest.replace(
    /<meta name="viewport"[^>]*>/,
    (meta) => meta + bringStyles(styles, styleOf),
  );
  const taps = `<script>${rememberTapsScript}</script>`;
  if (!scriptsLater) return ordered + taps + last + html.slice(end);
  return (
    `${ordered}${taps}<template id="preloads">${last}</template><script>(${beginLater.toString()})()</script>` +
    html.slice(end).replace('<script type="module"', '<script type="text/plain" id="module"')
  );
}

/**
 * Stylesheets as part of the page. Their links stay for React, which knows them, and for the pages to come:
 * loaded when there is nothing else to do, and without effect.
 */
function bringStyles(links: string[], styleOf: (href: string) => string | undefined): string {
  const texts = links.map((link) => styleOf(/ href="([^"]+)"/.exec(link)?.[1] ?? ''));
  if (texts.length === 0 || texts.includes(undefined)) return links.join('');
  const idle = links.map((link) => link.replace('<link', '<link media="not all"'));
  return `<style>${texts.join('')}</style>${idle.join('')}`;
}

function linksOf(head: string, rel: string): string[] {
  return head.match(new RegExp(`<link rel="${rel}"[^>]*>`, 'g')) ?? [];
}

/**
 * Runs in the browser: begins once what the first view shows has arrived, its fonts and first pictures, or as
 * soon as somebody acts; at the latest when everything is there. Mostly that is before `load`, which then
 * waits for the scripts: whoever waits for it finds the page alive.
 */
function beginLater(): void {
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    const preloads = document.getElementById('preloads') as HTMLTemplateElement;
    document.head.append(preloads.content);
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = document.getElementById('module')?.textContent ?? '';
    document.body.append(script);
  };
  const beginWhenSeen = () => {
    const first = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]');
    const seen = [document.fonts.ready, ...Array.from(first, (picture) => picture.decode())];
    Promise.all(seen).then(begin, begin);
  };
  // after a frame, which has asked for the fonts
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(beginWhenSeen));
  for (const event of ['load', 'pointerdown', 'keydown']) addEventListener(event, begin);
}
