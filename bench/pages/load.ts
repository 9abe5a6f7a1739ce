import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a load of some seconds came to. */
export interface Load {
  /** Answers per second. */
  rate: number;
  /** In ms: 99 of 100 answers came sooner. */
  p99: number;
}

const inMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

/** Asks for one address over and over on 64 connections, with wrk; anything but 200 is an error. */
export async function load(url: string, seconds: number): Promise<Load> {
  const options = `--latency -t 1 -c 64 -d ${seconds}s`.split(' ');
  const { stdout } = await run('wrk', [...options, '-H', 'Accept-Encoding: gzip', url]);
  const [, amount, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (rate === undefined || amount === undefined || /Non-2xx|Socket errors/.test(stdout)) {
    throw new Error(`wrk says of ${url}:\n${stdout}`);
  }
  return { rate: Number(rate), p99: Number(amount) * (inMs[unit] ?? 1) };
}
