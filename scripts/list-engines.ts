import { existsSync } from 'node:fs';
import path from 'node:path';

/** A browser engine besides Chromium, from Debian's packages: the tests in e2e/engines drive it. */
interface OtherEngine {
  /** As Playwright names browsers. */
  name: 'webkit' | 'firefox';
  title: string;
  /** Programs of its packages, in PATH. */
  programs: readonly string[];
}

const otherEngines: readonly OtherEngine[] = [
  {
    name: 'webkit',
    title: 'WebKitGTK',
    programs: ['WebKitWebDriver', 'Xvfb'],
  },
  { name: 'firefox', title: 'Firefox', programs: ['firefox-esr'] },
];

/** The engines whose programs are installed. */
export function listEngines(env: NodeJS.ProcessEnv = process.env): OtherEngine[] {
  return otherEngines.filter((engine) => isInstalled(engine, env));
}

/** Prints the engines whose tests are skipped. */
export function printMissingEngines(): void {
  for (const engine of otherEngines.filter((each) => !isInstalled(each))) {
    console.log(`${engine.title}: not installed, skipped`);
  }
}

function isInstalled({ programs }: OtherEngine, env: NodeJS.ProcessEnv = process.env): boolean {
  const folders = (env.PATH ?? '').split(path.delimiter);
  return programs.every((name) => folders.some((folder) => existsSync(path.join(folder, name))));
}
