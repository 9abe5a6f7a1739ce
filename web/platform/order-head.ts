/**
 * Puts what the first view waits for before what only brings the page to life: React writes stylesheets after
 * all preloads, and over HTTP/1.1 they would stand in the queue behind the scripts.
 */
export function orderHead(html: string): string {
  const end = html.indexOf('</head>');
  const head = html.slice(0, end);
  const styles = head.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const ordered = styles
    .reduce((rest, style) => rest.replace(style, ''), head)
    .replace(/<meta name="viewport"[^>]*>/, (viewport) => viewport + styles.join(''))
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
  return ordered + html.slice(end);
}
