import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import type { Shell } from './sw.ts';

const outDir = path.join(import.meta.dirname, '../../build/client/door');
/** Of the fonts, the door shows one family. */
const isShell = (name: string) =>
  !/\.woff2$|^sw\.js$/.test(name) || name.startsWith('assets/sans-');

/** Writes into the service worker which files are the shell; another version of one makes another worker. */
const listShell: Plugin = {
  name: 'list-shell',
  writeBundle() {
    const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(outDir, path.join(entry.parentPath, entry.name)))
      .filter(isShell)
      .toSorted();
    const version = createHash('sha256');
    for (const file of files) version.update(readFileSync(path.join(outDir, file)));
    const urls = files.map((file) => (file === 'index.html' ? '/door' : `/door/${file}`));
    const shell: Shell = { version: version.digest('hex').slice(0, 16), urls };
    const worker = path.join(outDir, 'sw.js');
    const code = readFileSync(worker, 'utf8');
    writeFileSync(
      worker,
      code.replace('DOOR_SHELL', () => JSON.stringify(shell)),
    );
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/door/',
  plugins: [listShell],
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        door: path.join(import.meta.dirname, 'index.html'),
        sw: path.join(import.meta.dirname, 'sw.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
