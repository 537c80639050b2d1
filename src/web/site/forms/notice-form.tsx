import type { ServicePage } from '../../../../content/pages/shape.ts'
import './notice.css'

/** Collects an email address for a service that is not available yet. Works without a script, through `/notify`. */
export function NoticeForm({ page }: { page: Pick<ServicePage, 'path' | 'label'> }) {
  return (
    <form className="notice" id="notify" method="post" action="/notify">
      <input type="hidden" name="page" value={page.path} />
      {/* A honeypot field that is hidden from people, so only bots fill it in. */}
      <p className="sr-only" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </p>
      <label htmlFor="email">Email address</label>
      <input id="email" name="email" type="email" autoComplete="email" required />
      <label className="consent">
        <input type="checkbox" name="consent" value="yes" required />
        <span>
          {`You may email me about ${page.label}. To learn how we handle your data, read our `}
          <a href="/legal/privacy" data-legal>
            Privacy Policy
          </a>
          .
        </span>
      </label>
      <p>
        <button className="button primary" type="submit">
          Join the waitlist
        </button>
      </p>
    </form>
  )
}
