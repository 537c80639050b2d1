import { data } from 'react-router'
import { Lost } from './lost.tsx'
import { pageMeta } from './meta.ts'

export { SiteError as ErrorBoundary } from './lost.tsx'

export const meta = () =>
  pageMeta({
    title: 'Page not found',
    description: 'There is no page at this address.',
    path: '/',
    noindex: true,
  })

/** Answers with the real status, so that no robot keeps the address. */
export const loader = () => data(null, { status: 404 })

/** The page at every address that is none. */
export default function NotFound() {
  return <Lost />
}
