import { useLocation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Wordmark } from '../../ui/logo.tsx'
import { buildSignInHref } from '../platform/session/redirect.ts'

/**
 * `/marketplace/purchase-complete` for a signed-out user: reveals nothing about the purchase and asks the user to sign
 * in.
 */
export function PurchaseSignedOut() {
  const { pathname, search } = useLocation()
  return (
    <main
      id="content"
      className="mx-auto grid min-h-dvh max-w-md place-content-center justify-items-center gap-4 p-6 text-center"
    >
      <Anchor href="/" className="mb-4 rounded-sm p-1">
        <Wordmark name={brand.shortName} />
      </Anchor>
      <h1 className="font-semibold text-2xl">Your purchase</h1>
      <p className="text-muted">Sign in to see its status, its invoice and the next steps.</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <LinkButton href={buildSignInHref(pathname + search)} variant="primary">
          Sign In
        </LinkButton>
        <LinkButton href="/marketplace">Back to the marketplace</LinkButton>
      </div>
    </main>
  )
}
