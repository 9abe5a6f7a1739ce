import type { Language } from '#contract/language.ts';
import german from '../../../docs/handbuch.md?raw';
import english from '../../../docs/running-a-festival.md?raw';

/** A part of the handbook: its text is Markdown within a line. */
export type Block =
  | { kind: 'heading' | 'text'; text: string }
  | { kind: 'picture'; file: string; text: string }
  | { kind: 'steps' | 'points'; items: string[] }
  | { kind: 'table'; rows: string[][] };

/** The handbook of docs/, which needs no more of Markdown than this. */
export function readHandbook(language: Language): { title: string; blocks: Block[] } {
  const markdown = language === 'de' ? german : english;
  const [title = '', ...blocks] = markdown.trim().split(/\n{2,}/);
  return { title: title.replace('# ', ''), blocks: blocks.map(parseBlock) };
}

function parseBlock(block: string): Block {
  const lines = block.split('\n');
  if (block.startsWith('## ')) return { kind: 'heading', text: block.slice(3) };
  const [, alt, file] = /^!\[(.*)\]\(pictures\/(.*)\)$/.exec(block) ?? [];
  if (alt !== undefined && file !== undefined) return { kind: 'picture', file, text: alt };
  if (block.startsWith('|')) {
    const rows = lines.filter((line) => !/^[|\s:-]+$/.test(line));
    return { kind: 'table', rows: rows.map((line) => line.split('|').slice(1, -1)) };
  }
  const items = lines.map((line) => line.replace(/^(?:\d+\.|-) /, ''));
  if (block.startsWith('- ')) return { kind: 'points', items };
  if (block.startsWith('1. ')) return { kind: 'steps', items };
  return { kind: 'text', text: lines.join(' ') };
}
