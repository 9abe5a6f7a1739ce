import { existsSync } from 'node:fs';
import path from 'node:path';
import { installPackages, mayInstallPackages } from './install-packages.ts';

/** A browser engine besides Chromium, from Debian's packages: the tests in e2e/engines drive it. */
interface OtherEngine {
  /** As Playwright names browsers. */
  name: 'webkit' | 'firefox';
  title: string;
  packages: readonly string[];
  /** Found in PATH once the packages are installed. */
  programs: readonly string[];
}

const otherEngines: readonly OtherEngine[] = [
  {
    name: 'webkit',
    title: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: ['WebKitWebDriver', 'Xvfb'],
  },
  { name: 'firefox', title: 'Firefox', packages: ['firefox-esr'], programs: ['firefox-esr'] },
];

const MAX_DOWNLOAD_MS = 60_000;

/** The engines whose programs are installed. */
export function findEngines(env: NodeJS.ProcessEnv = process.env): OtherEngine[] {
  return otherEngines.filter((engine) => isInstalled(engine, env));
}

/** In CI, installs missing engines if that is quick; prints those that stay missing. */
export function ensureEngines(): void {
  const missing = otherEngines.filter((engine) => !isInstalled(engine));
  if (missing.length > 0 && process.env.CI !== undefined && mayInstallPackages()) {
    installPackages(
      missing.flatMap(({ packages }) => packages),
      MAX_DOWNLOAD_MS,
    );
  }
  for (const engine of missing.filter((each) => !isInstalled(each))) {
    console.log(`${engine.title}: not installed, skipped`);
  }
}

function isInstalled({ programs }: OtherEngine, env: NodeJS.ProcessEnv = process.env): boolean {
  const folders = (env.PATH ?? '').split(path.delimiter);
  return programs.every((name) => folders.some((folder) => existsSync(path.join(folder, name))));
}
