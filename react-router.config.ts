import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  ssr: true,
  // The whole route table is small; one hashed file spares a request before every navigation.
  routeDiscovery: { mode: 'initial' },
  // a page's loader comes with the page: in files of their own they would be many, and tiny
  splitRouteModules: false,
} satisfies Config;
