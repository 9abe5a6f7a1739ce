import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** A program under test, as its own process. */
export interface RunningProcess {
  child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Waits until it has printed a text that matches; rejects if it ends before. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Exit code or signal, and everything it printed. */
  ended: Promise<{ code: number | NodeJS.Signals | null; output: string }>;
}

/** Starts a program and kills it at the end of the test if it still runs. */
export function runProcess(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
): RunningProcess {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<{ code: number | NodeJS.Signals | null; output: string }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code: code ?? signal, output }));
  });
  const printed = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const match = output.match(pattern);
        if (match) resolve(match);
      };
      listeners.add(look);
      look();
      void ended.then(() => reject(new Error(`ended without printing ${pattern}:\n${output}`)));
    });
  return { child, output: () => output, printed, ended };
}
