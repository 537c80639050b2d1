import { ORIGIN } from '../meta.ts'

/** Paths that need a sign-in, or that only programs and forms use. */
const closed = [
  '/admin/',
  '/agreements',
  '/api/',
  '/apps-automations',
  '/auth',
  '/buy-block-time',
  '/checkout',
  '/clients',
  '/companies',
  '/contacts',
  '/dashboard',
  '/email-verified',
  '/marketplace/*/buy',
  '/marketplace/purchase-complete',
  '/my-agreements',
  '/my-projects',
  '/notifications',
  '/reports',
  '/settings',
  '/stripe-customers',
  '/tickets',
  '/users',
]

/** robots.txt: crawlers may read all public pages. */
export function loader() {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${ORIGIN}/sitemap.xml`,
    // Products are only known at run time, so they have their own sitemap.
    `Sitemap: ${ORIGIN}/marketplace/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
