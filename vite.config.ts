import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, minifySync, type EnvironmentOptions, type Plugin } from 'vite';

/** Pages inline the text of these functions, so minify it. */
const inlineScripts = /\/web\/late-scripts\./;
const short = { codegen: { removeWhitespace: true } };

const shortScripts: Plugin = {
  name: 'short-inline-scripts',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.name !== 'inline-scripts') continue;
      chunk.code = minifySync(chunk.fileName, chunk.code, short).code;
    }
  },
};

/**
 * The server runs without NODE_ENV, yet the site is always React's production build: so React is
 * bundled into the server's build, too. In development it stays outside.
 */
const serverBuild: EnvironmentOptions = {
  resolve: { noExternal: true },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'inline-scripts', test: inlineScripts }] } },
    },
  },
};

/** Code of every page: one chunk compresses better than many; without it, the checkout needs 146 kB instead of 128. */
const everyPage =
  /node_modules\/(?:react|react-dom|react-router|scheduler)\/|\/web\/(?:late-scripts|layout|forms\/(?:restore-entries|use-form)|platform\/(?!use-polling)|root|ui\/(?:alert-box|badge|button|icon|illustrations|mark|spinner))/;

const clientBuild: EnvironmentOptions = {
  build: {
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'site', test: everyPage }] } } },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), shortScripts],
  publicDir: 'web/public',
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  ...(command === 'build' ? { environments: { ssr: serverBuild, client: clientBuild } } : {}),
}));
