/**
 * A mail's HTML as the office shows it: inline styles become classes of one `<style>`, which a page can allow by its
 * nonce (office.md 1, Headers), and nothing loads or links elsewhere. It reads what renderEmailHtml writes, no foreign
 * HTML.
 */
export function toPreviewHtml(html: string): string {
  const rules = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
  const classes = new Map<string, string>();
  const classOf = (style: string): string => {
    const name = classes.get(style) ?? `m${classes.size}`;
    classes.set(style, name);
    return name;
  };
  const body = html
    .replaceAll(/<style\b.*?<\/style>/gs, '')
    .replaceAll(/<(?:link|meta|img|script)\b[^>]*>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => {
      const style = /\sstyle="([^"]*)"/.exec(tag)?.[1];
      const bare = tag.replaceAll(/\s(?:style|href|background)="[^"]*"/g, '');
      return style === undefined ? bare : withClass(bare, classOf(style));
    });
  // styles that precede the element's own, as if they were inline; `!important` in the mail's rules still wins
  const inline = [...classes].map(([style, name]) => `.${name}{${unescape(style)}}`);
  return body.replace('</head>', () => `<style>${inline.join('')}${rules}</style></head>`);
}

function withClass(tag: string, name: string): string {
  return tag.includes(' class="')
    ? tag.replace(' class="', ` class="${name} `)
    : tag.replace(/^<[a-z0-9]+/i, (start) => `${start} class="${name}"`);
}

/** Decodes the HTML entities that a style attribute contains. */
const unescape = (style: string): string =>
  style.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
