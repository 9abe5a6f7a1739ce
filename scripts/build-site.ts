import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '#server/platform/errors.ts';
import { compressAssets } from './compress-assets.ts';
import { root } from './root.ts';
import { fingerprint, clearStamp, writeStamp } from './build-stamp.ts';

/**
 * Builds site and door into build/ (React's production build, whatever NODE_ENV is) with its compressed siblings.
 * Prints nothing unless it fails. Throws StartError then; the build has printed the reason.
 */
export async function buildSite(): Promise<void> {
  checkMayWrite();
  const sources = fingerprint();
  clearStamp();
  await runBuild(programOf('@react-router/dev', 'bin.cjs'), 'build');
  await runBuild(programOf('vite', 'bin/vite.js'), 'build', '--config', 'web/door/vite.config.ts');
  await compressAssets(path.join(root, 'build/client'));
  writeStamp(sources);
}

/** A service's account can often only read the program: then its owner has to build. */
function checkMayWrite(): void {
  try {
    accessSync(root, constants.W_OK);
  } catch (cause) {
    throw new StartError(
      `The site is to be built, but this account may not write in ${root}: run \`npm run build\` there once as ` +
        "the folder's owner, then start again.",
      { cause },
    );
  }
}

async function runBuild(program: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
  if (code === 0) return;
  process.stderr.write(output);
  throw new StartError('The site could not be built; see the reason above.');
}

function programOf(name: string, file: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return path.join(path.dirname(entry), file);
  } catch (cause) {
    throw new StartError(
      'The site is not built, and the build tools are not installed: run `npm ci` with the development ' +
        'dependencies and `npm run build`.',
      { cause },
    );
  }
}
