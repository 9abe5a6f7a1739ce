import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';

/** A file of ours, as the rules see it. */
export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string;
  text: string;
  /** Number of lines. */
  lines: number;
}

const sourceFile = /\.(?:tsx?|m?js|css|sql)$/;

/** All hand-written code in git (also files not added yet); built files are not in git. */
export const readSourceFiles = (): SourceFile[] => readFiles(sourceFile);

/** All our files in git (also those not added yet) whose path matches. */
export function readFiles(pattern: RegExp): SourceFile[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = list.split('\n').filter((file) => pattern.test(file));
  return paths
    .filter((file) => existsSync(path.join(root, file)))
    .map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return { path: file, text, lines: text.split('\n').length - 1 };
    });
}

/** A finding as a rule reports it. */
export const finding = (file: string, line: number, what: string, remedy: string): string =>
  `${file}:${line}  ${what}  → ${remedy}`;

/** The line of a position in a text, from 1. */
export const lineOf = (text: string, index = 0): number => text.slice(0, index).split('\n').length;

/** The name of a file without its folder. */
export const baseOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** Whether a program writes the file. */
export const isGenerated = (file: string): boolean => file === 'db/schema.sql';

/** Whether a file holds tests. */
export const isTest = (file: SourceFile): boolean => /\.test\.tsx?$/.test(file.path);

/** One import of a file. */
export interface Import {
  /** The imported file from the root, or the name of a package. */
  target: string;
  /** Removed at run time. */
  isTypeOnly: boolean;
  /** From 1. */
  line: number;
}

const statement =
  /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

/** The imports of a file, read from its text: the formatter leaves one way to write each. */
export function importsOf(file: SourceFile): Import[] {
  return [...file.text.matchAll(statement)].map((match) => {
    const [, type, name, dynamicName] = match;
    return {
      target: resolve(file.path, name ?? dynamicName ?? ''),
      isTypeOnly: type !== undefined,
      line: lineOf(file.text, match.index),
    };
  });
}

function resolve(from: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : name;
}
