import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [reactRouter()],
  publicDir: 'web/public',
  // The server runs without NODE_ENV; the site is always React's production build, so React is bundled.
  ...(command === 'build' && isSsrBuild
    ? {
        ssr: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }
    : {}),
  build: { assetsInlineLimit: 0, cssMinify: 'lightningcss' as const },
}));
