import { useNonce } from '../../platform/nonce.ts';

interface PrintedMarginsProps {
  /** At the top of each page. */
  left: string;
  right: string;
}

/** Prints on A4 with these texts and the page's number in the margins of each page (office.md 7.6). */
export function PrintedMargins({ left, right }: PrintedMarginsProps) {
  const rules =
    `@page{size:A4;margin:22mm 15mm 18mm;@top-left{content:${quote(left)};font:9pt sans-serif}` +
    `@top-right{content:${quote(right)};font:9pt sans-serif}` +
    `@bottom-right{content:counter(page) " / " counter(pages);font:9pt sans-serif}}`;
  return (
    <style
      nonce={useNonce()}
      // oxlint-disable-next-line react/no-danger -- rules of our own; the texts are quoted
      dangerouslySetInnerHTML={{ __html: rules }}
      suppressHydrationWarning
    />
  );
}

/** A text as a string of CSS, which can end neither itself nor the element. */
const quote = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} .,:;–-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;
