import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type EnvironmentOptions } from 'vite';

/**
 * The server runs without NODE_ENV, yet the site is always React's production build: so React is
 * bundled into the server's build, too. In development it stays outside.
 */
const serverBuild: EnvironmentOptions = {
  resolve: { noExternal: true },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
};

/** What every page needs compresses better in one piece than in five. */
const everyPage =
  /node_modules\/(?:react|react-dom|react-router|scheduler)\/|\/web\/(?:layout|platform|root)/;

const clientBuild: EnvironmentOptions = {
  build: {
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'site', test: everyPage }] } } },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  publicDir: 'web/public',
  build: { assetsInlineLimit: 0 },
  ...(command === 'build' ? { environments: { ssr: serverBuild, client: clientBuild } } : {}),
}));
