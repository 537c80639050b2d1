import { ORIGIN } from './meta.ts'

/** Where nothing is to be found without signing in, and what only a program or a form needs. */
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

/** What robots may read: everything public. */
export function loader() {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${ORIGIN}/sitemap.xml`,
    // The products are known only where the database is.
    `Sitemap: ${ORIGIN}/marketplace/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
