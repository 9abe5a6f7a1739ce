import type { Config } from '@react-router/dev/config';

// The office is an app of its own, so that public pages contain nothing of it (decision 31).
export default {
  appDirectory: '.',
  buildDirectory: '../../build/office',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
