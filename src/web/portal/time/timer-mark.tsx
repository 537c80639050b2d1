import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { refreshTimer, timerOptions } from './time-queries.ts'

// Most visits have no timer, so its code loads only when there is one.
const TimerBar = lazy(() => import('./timer-bar.tsx').then((m) => ({ default: m.TimerBar })))

/** The staff member's own timer in the top bar, including one started in another tab or on another device. */
export function TimerMark() {
  const { isInternalUser, ready, profile } = useAuth()
  const { data } = useQuery({ ...timerOptions(), enabled: ready && isInternalUser })
  useLive(['timer'], (event) => {
    if (event === 'resumed' || event.actorId === profile?.id) void refreshTimer()
  })
  return data?.timer ? (
    <Suspense>
      <TimerBar timer={data.timer} />
    </Suspense>
  ) : null
}
