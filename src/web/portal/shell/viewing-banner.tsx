import { Eye } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { type StoredSession, storeSession } from '../platform/session.client.ts'

const minutesTo = (until: string) => Math.ceil((Date.parse(until) - Date.now()) / 60_000)

/** Says that an administrator looks at the portal as somebody else, why and how long still, and ends it. */
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
      toast({
        title: 'You still look as somebody else',
        description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
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
      aria-label="Looking as somebody else"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-warn/30 border-b bg-[color-mix(in_oklab,var(--color-warn)_10%,var(--color-ink))] px-4 py-2 text-sm md:px-8"
    >
      <Eye aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        {viewing.viewer}, you look as <strong className="font-medium">{profile?.full_name ?? user?.email}</strong>
        {profile && ` of ${profile.company.name}`}. Nothing can be changed.{' '}
        <span className="text-muted">
          {over ? 'Ending now.' : `Ends in ${left} min.`} Reason: {viewing.reason}
        </span>
      </p>
      <Button size="sm" className="max-md:h-11" pending={pending} onClick={() => void stop()}>
        Stop
      </Button>
    </aside>
  )
}
