import { readFile } from 'node:fs/promises';
import { LineCounter, isNode, parseDocument, type Document } from 'yaml';
import { ProgrammeError } from './programme-format.ts';

/** A YAML file's content, with the line of every part of it. */
export interface YamlSource {
  /** For messages. */
  name: string;
  content: unknown;
  /** 'file:line' of the deepest part of the path that exists. */
  locate(path: readonly PropertyKey[]): string;
}

/** Reads one YAML file. Throws ProgrammeError if it cannot be read or is not YAML. */
export async function readYaml(file: string, name: string): Promise<YamlSource> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new ProgrammeError(`${name} cannot be read: ${error.message}`, { cause: error });
  });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error) throw new ProgrammeError(`${name} is not YAML: ${error.message}`);
  return {
    name,
    content: document.toJS(),
    locate: (path) => `${name}:${lineOf(document, lines, path)}`,
  };
}

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
