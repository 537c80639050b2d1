import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Line, marks } from './icons.tsx'

/** The content of the "not found" page. */
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
      <p className="lead">This page doesn’t exist. It may have moved.</p>
      <p>
        <a className="button primary" href="/">
          Back to home
          <Line d={marks.right} />
        </a>
      </p>
    </div>
  )
}

/** Titles and texts for rejected requests, by status. */
const REFUSED: Record<number, [title: string, text: string]> = {
  400: ['We couldn’t read this form', 'Nothing was sent. Go back, check your entries and send the form again.'],
  405: ['This page doesn’t accept forms', 'Nothing was sent. Go back and try again.'],
  408: ['Sending the form took too long', 'Nothing was sent. Check your connection, go back and send the form again.'],
  413: ['This form is too large', 'Nothing was sent. Go back, shorten your text and send the form again.'],
  415: ['We couldn’t read this form', 'Nothing was sent. Go back and send the form from its own page.'],
}

/**
 * The `ErrorBoundary` of routes. Shows the "not found" page for a thrown 404, the reason for a rejected form, and
 * otherwise an apology.
 */
export function SiteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <Lost />
  const refused = isRouteErrorResponse(error) ? REFUSED[error.status] : undefined
  return (
    <div className="wrap lost">
      <p className="eyebrow">Error</p>
      <h1>{refused ? refused[0] : 'This page didn’t load'}</h1>
      <p className="lead">
        {refused ? refused[1] : 'We have a problem on our side. Reload the page. If that doesn’t help, email support.'}
      </p>
      <p>
        <a className="button primary" href="/">
          Back to home
          <Line d={marks.right} />
        </a>
      </p>
    </div>
  )
}
