import { spawnSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';

/** Whether poppler-utils (Debian) are installed, which the tests read PDFs with. */
export const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;

/** The text of a PDF, one line per printed line. */
export function textOf(pdf: Uint8Array): string {
  return poppler('pdftotext', ['-raw', '-', '-'], pdf);
}

/** The output of `pdffonts`: one line per font. */
export function fontsOf(pdf: Uint8Array): string[] {
  return poppler('pdffonts', ['-'], pdf).trim().split('\n').slice(2);
}

/** The tags of a PDF with their text, as screen readers find them. */
export function structureOf(pdf: Uint8Array): string {
  return poppler('pdfinfo', ['-struct-text', '-'], pdf);
}

function poppler(program: string, args: string[], pdf: Uint8Array): string {
  const { stdout, stderr, status } = spawnSync(program, args, { input: pdf });
  if (status !== 0) throw new Error(`${program}: ${stderr.toString()}`);
  return stdout.toString();
}

/** The objects of a PDF without its streams: pages, language, metadata. */
export function sourceOf(pdf: Uint8Array): string {
  return Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/stream\r?\n([\s\S]*?)endstream/g, (_, stream: string) =>
      stream.includes('x:xmpmeta') ? stream : '',
    );
}

/** The number of pages of a PDF. */
export function countPages(pdf: Uint8Array): number {
  return sourceOf(pdf).match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
}

/** The content of all pages, as operators. */
export function contentOf(pdf: Uint8Array): string {
  const source = Buffer.from(pdf).toString('latin1');
  const streams = [...source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  return streams
    .map(([, stream = '']) => {
      try {
        return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    })
    .filter((text) => text.includes(' BDC'))
    .join('\n');
}
