import type { Config } from '@react-router/dev/config'
import { listBlogPaths } from './src/web/site/blog/blog-paths.ts'
import { servicePaths } from './src/web/site/services/service-paths.ts'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // Whatever is the same for every visitor. Forms are rendered when they are asked for: each carries its own token.
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
  // No /__manifest requests, and no way to ask for the list of private routes.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
