import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cpuTimeMs } from '../cpu-time.ts';
import { median } from '../measure.ts';

const run = promisify(execFile);
const RUN_SECONDS = 3;
/** Servers are loaded alternately, so that a busy moment of the machine affects both. */
const ROUND_COUNT = 5;

/** The result of one run of wrk. */
interface WrkResult {
  /** Responses per second. */
  rate: number;
  p99Ms: number;
}

const msPerUnit: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

/** Requests one URL on 64 connections with wrk for `seconds`; throws on any status but 200. */
async function runWrk(url: string, seconds: number): Promise<WrkResult> {
  const options = `--latency -t 1 -c 64 -d ${seconds}s`.split(' ');
  const { stdout } = await run('wrk', [...options, '-H', 'Accept-Encoding: gzip', url]);
  const [, amount, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (rate === undefined || amount === undefined || /Non-2xx|Socket errors/.test(stdout)) {
    throw new Error(`wrk failed for ${url}:\n${stdout}`);
  }
  return { rate: Number(rate), p99Ms: Number(amount) * (msPerUnit[unit] ?? 1) };
}

/** A page of a running server. */
export interface Server {
  url: string;
  pid: number;
}

/** A run of wrk, and the server's processor time per response, which hardly depends on other load. */
export type LoadResult = WrkResult & { cpuMicroseconds: number };

async function loadServer({ url, pid }: Server): Promise<LoadResult> {
  const before = cpuTimeMs(pid);
  const result = await runWrk(url, RUN_SECONDS);
  const cpuMs = cpuTimeMs(pid) - before;
  return { ...result, cpuMicroseconds: (cpuMs * 1000) / (result.rate * RUN_SECONDS) };
}

/** Loads both servers alternately; returns the median ratio of their rates, and the medians of each. */
export async function compareServers(
  a: Server,
  b: Server,
): Promise<{ ratio: number; a: LoadResult; b: LoadResult }> {
  const rounds: { a: LoadResult; b: LoadResult }[] = [];
  for (let round = 0; round < ROUND_COUNT; round++) {
    rounds.push({ a: await loadServer(a), b: await loadServer(b) });
  }
  const medians = (side: 'a' | 'b') => ({
    rate: median(rounds.map((round) => round[side].rate)),
    p99Ms: median(rounds.map((round) => round[side].p99Ms)),
    cpuMicroseconds: median(rounds.map((round) => round[side].cpuMicroseconds)),
  });
  const ratio = median(rounds.map((round) => round.a.rate / round.b.rate));
  return { ratio, a: medians('a'), b: medians('b') };
}

/** The figures of a server for a note. */
export const describeLoad = ({ rate, p99Ms, cpuMicroseconds }: LoadResult) =>
  `${rate.toFixed(0)}/s, p99 ${p99Ms.toFixed(1)} ms, ${cpuMicroseconds.toFixed(0)} µs processor time`;
