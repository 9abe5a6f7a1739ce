import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The result of one run of wrk. */
export interface WrkResult {
  /** Responses per second. */
  rate: number;
  p99Ms: number;
}

const msPerUnit: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

/** Requests one URL on 64 connections with wrk for `seconds`; throws on any status but 200. */
export async function runWrk(url: string, seconds: number): Promise<WrkResult> {
  const options = `--latency -t 1 -c 64 -d ${seconds}s`.split(' ');
  const { stdout } = await run('wrk', [...options, '-H', 'Accept-Encoding: gzip', url]);
  const [, amount, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (rate === undefined || amount === undefined || /Non-2xx|Socket errors/.test(stdout)) {
    throw new Error(`wrk failed for ${url}:\n${stdout}`);
  }
  return { rate: Number(rate), p99Ms: Number(amount) * (msPerUnit[unit] ?? 1) };
}
