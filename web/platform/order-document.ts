import { rememberTapsScript } from './remember-taps.ts';

/**
 * Puts what the first view waits for before what only brings the page to life. React writes stylesheets after
 * all preloads; over HTTP/1.1 they would stand in the queue behind the scripts. Taps that come before the
 * scripts are remembered (remember-taps.ts).
 *
 * @param scriptsLater for pages that are whole without scripts: these then leave the line to pictures and fonts
 */
export function orderDocument(html: string, scriptsLater: boolean): string {
  const end = html.indexOf('</head>');
  const head = html.slice(0, end);
  const styles = linksOf(head, 'stylesheet');
  const preloads = linksOf(head, 'modulepreload');
  const rest = [...styles, ...preloads].reduce((left, link) => left.replace(link, ''), head);
  const last = preloads.join('').replaceAll('<link', '<link fetchpriority="low"');
  const ordered = rest.replace(/<meta name="viewport"[^>]*>/, (meta) => meta + styles.join(''));
  const taps = `<script>${rememberTapsScript}</script>`;
  if (!scriptsLater) return ordered + taps + last + html.slice(end);
  return (
    `${ordered}${taps}<template id="preloads">${last}</template><script>(${beginLater.toString()})()</script>` +
    html.slice(end).replace('<script type="module"', '<script type="text/plain" id="module"')
  );
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
