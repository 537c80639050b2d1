import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Line, marks } from './icons.tsx'

/** What stands at an address that is none. */
export function Lost() {
  return (
    <div className="wrap lost">
      <svg viewBox="0 0 320 120" aria-hidden="true">
        <path d="M0 76h112l16-16M192 76h128" />
        <path className="gap" d="M128 76h64" />
        <circle cx="112" cy="76" r="5" />
        <circle cx="192" cy="76" r="5" />
        <rect x="34" y="46" width="40" height="24" rx="4" />
        <path d="M42 54h24M42 62h14" />
      </svg>
      <p className="eyebrow">404</p>
      <h1>Oops! Page not found</h1>
      <p className="lead">The line ends here: nothing is installed at this address. It may have moved.</p>
      <p>
        <a className="button primary" href="/">
          Back to home
          <Line d={marks.right} />
        </a>
      </p>
    </div>
  )
}

/** For a route's `ErrorBoundary`: a thrown 404 shows this page inside the layout, anything else says so plainly. */
export function SiteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <Lost />
  return (
    <div className="wrap lost">
      <p className="eyebrow">Error</p>
      <h1>This page did not load</h1>
      <p className="lead">The fault is on our side. Load the page again; if it stays away, write to support.</p>
      <p>
        <a className="button primary" href="/">
          Back to home
          <Line d={marks.right} />
        </a>
      </p>
    </div>
  )
}
