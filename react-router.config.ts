import type { Config } from '@react-router/dev/config'
import { listBlogPaths } from './src/web/site/blog/blog-paths.ts'
import { servicePaths } from './src/web/site/services/service-paths.ts'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // Pages that are the same for every visitor. Pages with a form are rendered per request, because each form has its
  // own token.
  prerender: [
    '/',
    ...servicePaths,
    '/about',
    '/who-we-are',
    '/voice-ai-agent/thank-you',
    ...listBlogPaths('content/blog'),
    '/legal/privacy',
    '/legal/terms',
    '/legal/cookies',
    '/sitemap.xml',
    '/robots.txt',
    '/manifest.webmanifest',
  ],
  // Avoids /__manifest requests, with which anyone could request the list of private routes.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
