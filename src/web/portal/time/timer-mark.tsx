import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useAuth } from '../platform/auth.tsx'
import { useLive } from '../platform/use-live.ts'
import { refreshTimer, timerOptions } from './time-queries.ts'

// Most visits have no timer: what shows one comes when there is one.
const TimerBar = lazy(() => import('./timer-bar.tsx').then((m) => ({ default: m.TimerBar })))

/** Staff's own timer in the top bar, while there is one: started here, in another tab or on another device. */
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
