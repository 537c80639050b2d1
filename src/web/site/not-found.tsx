import { data } from 'react-router'
import { Lost } from './lost.tsx'
import { buildPageMeta } from './meta.ts'

export { SiteError as ErrorBoundary } from './lost.tsx'

export const meta = () =>
  buildPageMeta({
    title: 'Page not found',
    description: 'This page doesn’t exist.',
    path: '/',
    noindex: true,
  })

/** Responds with status 404, so that search engines do not index the address. */
export const loader = () => data(null, { status: 404 })

/** The page for unknown addresses. */
export default function NotFound() {
  return <Lost />
}
