import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type EnvironmentOptions } from 'vite';

/** As in the site's configuration: React's production build is part of the server's build. */
const serverBuild: EnvironmentOptions = {
  resolve: { noExternal: true },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
};

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  publicDir: false as const,
  cacheDir: '../../node_modules/.vite-office',
  build: { assetsDir: 'assets/office', assetsInlineLimit: 0, reportCompressedSize: false },
  ...(command === 'build' ? { environments: { ssr: serverBuild } } : {}),
}));
