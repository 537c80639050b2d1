import type { Config } from '@react-router/dev/config'
import { servicePaths } from './src/web/site/service-paths.ts'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  prerender: ['/', '/legal/privacy', '/legal/terms', '/legal/cookies', ...servicePaths],
  // No /__manifest requests, and no way to ask for the list of private routes.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
