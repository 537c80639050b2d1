import { Eye } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { getNow } from '../../ui/clock.ts'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { type StoredSession, storeSession } from '../platform/session/session.client.ts'

const minutesTo = (until: string) => Math.ceil((Date.parse(until) - getNow()) / 60_000)

/**
 * Shown while an administrator views the portal as another user: says why and for how long, with a button that ends it.
 */
export function ViewingBanner({ viewing }: { viewing: NonNullable<StoredSession['viewing']> }) {
  const { user, profile } = useAuth()
  const navigate = useNavigate()
  const [left, setLeft] = useState(() => minutesTo(viewing.until))
  const [pending, setPending] = useState(false)

  const stop = useCallback(async () => {
    setPending(true)
    try {
      const { session } = await client.account.stopViewing({})
      storeSession('SIGNED_IN', session)
      navigate('/apps-automations', { replace: true })
    } catch (e) {
      showToast({
        title: 'Still viewing as another user',
        description: parseFailure(e)?.message ?? 'Check your connection and try again.',
        tone: 'destructive',
      })
    } finally {
      setPending(false)
    }
  }, [navigate])

  useEffect(() => {
    const tick = setInterval(() => setLeft(minutesTo(viewing.until)), 10_000)
    return () => clearInterval(tick)
  }, [viewing.until])
  const over = left <= 0
  useEffect(() => {
    if (over) void stop()
  }, [over, stop])

  return (
    <aside
      aria-label="Viewing as another user"
      data-viewing=""
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-warn/30 border-b bg-[color-mix(in_oklab,var(--color-warn)_10%,var(--color-ink))] px-4 py-2 text-sm md:px-8"
    >
      <Eye aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        {viewing.viewer}, you’re viewing the portal as{' '}
        <strong className="font-medium">{profile?.full_name ?? user?.email}</strong>
        {profile && ` of ${profile.company.name}`}. You can’t make changes.{' '}
        <span className="text-muted">
          {over ? 'Ending now…' : `Ends in ${left} min.`} Reason: {viewing.reason}
        </span>
      </p>
      <Button size="sm" pending={pending} onClick={() => void stop()}>
        Stop viewing
      </Button>
    </aside>
  )
}
