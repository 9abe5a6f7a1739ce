import { readFile } from 'node:fs/promises';
import { LineCounter, isNode, parseDocument, type Document } from 'yaml';
import { findLineNotUtf8 } from '../platform/process/find-line-not-utf8.ts';
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
  const bytes = await readFile(file).catch((error: Error) => {
    throw new ProgrammeError(`${name} cannot be read: ${error.message}`, { cause: error });
  });
  const lineNotUtf8 = findLineNotUtf8(bytes);
  if (lineNotUtf8 !== null)
    throw new ProgrammeError(`${name}:${lineNotUtf8} is not UTF-8: save the file as UTF-8.`);
  const lines = new LineCounter();
  const { document, content } = parse(bytes.toString('utf8'), name, lines);
  return {
    name,
    content,
    locate: (path) => `${name}:${lineOf(document, lines, path)}`,
  };
}

function parse(text: string, name: string, lineCounter: LineCounter) {
  try {
    const document = parseDocument(text, { lineCounter });
    const [error] = document.errors;
    if (error) throw error;
    return { document, content: document.toJS() as unknown };
  } catch (error) {
    // too many aliases, or nested too deeply, is thrown
    const reason = error instanceof Error ? error.message : String(error);
    throw new ProgrammeError(`${name} is not YAML: ${reason}`, { cause: error });
  }
}

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
