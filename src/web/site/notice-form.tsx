import type { ServicePage } from '../../../content/pages/shape.ts'
import './sections.css'

/** Leaves an address for a service that is not open yet. Works without a script; `/notify` answers. */
export function NoticeForm({ page }: { page: Pick<ServicePage, 'path' | 'label'> }) {
  return (
    <form className="notice" id="notify" method="post" action="/notify">
      <input type="hidden" name="page" value={page.path} />
      {/* Nobody sees this field: whoever fills it in is a program. */}
      <p className="sr-only" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </p>
      <label htmlFor="email">Email address</label>
      <input id="email" name="email" type="email" autoComplete="email" required />
      <label className="consent">
        <input type="checkbox" name="consent" value="yes" required />
        <span>
          {`You may write to me about ${page.label}. How addresses are kept stands in the `}
          <a href="/legal/privacy" data-legal>
            Privacy Policy
          </a>
          .
        </span>
      </label>
      <p>
        <button className="button primary" type="submit">
          Tell me when it opens
        </button>
      </p>
    </form>
  )
}
