import { ArrowLeft } from 'lucide-react'
import { Fragment, type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { brand } from '../../../../../brand.config.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Wordmark } from '../../../ui/logo.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { KeyboardHelp } from '../keyboard/keyboard-help.tsx'
import { useAuth } from './auth.tsx'
import { AFTER_SIGN_IN, buildSignInHref } from './redirect.ts'

/**
 * A page outside the portal's frame that is reached from a public page. Users who are not signed in sign in on the way.
 */
export function BarePage({ back, children }: { back: { href: string; label: string }; children: ReactNode }) {
  const { loading, session, left } = useAuth()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const out = !loading && !session
  useEffect(() => {
    if (out) navigate(left ? '/auth' : buildSignInHref(pathname + search), { replace: true })
  }, [out, left, pathname, search, navigate])
  if (!session) return <Waiting />
  return (
    <div className="flex min-h-dvh flex-col text-sm">
      <KeyboardHelp />
      <header className="border-line border-b">
        <div className="mx-auto flex h-14 max-w-5xl items-center justify-between gap-4 px-4 md:px-8">
          <Anchor href={AFTER_SIGN_IN} className="-ml-1 flex rounded-sm p-1">
            <Wordmark name={brand.shortName} />
          </Anchor>
          <LinkButton variant="ghost" href={back.href} icon={<ArrowLeft aria-hidden className="size-4" />}>
            {back.label}
          </LinkButton>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-5xl flex-1 px-4 py-8 md:px-8 md:py-12">
        {/* Another user must not get what was typed before. */}
        <Fragment key={session.user.id}>{children}</Fragment>
      </main>
    </div>
  )
}
