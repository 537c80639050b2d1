import { Pause, Timer as TimerIcon, TriangleAlert } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatClock, toDay, toWholeMinutes } from '../../ui/text/duration.ts'
import { useTimeZone } from '../../ui/text/relative-time.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import { formatWorkNumber, type Timer } from './model.ts'
import { onStopTimer, setRunning } from './timer-acts.ts'
import { useElapsed } from './use-elapsed.ts'

const TimeDialog = lazy(() => import('./time-dialog.tsx').then((m) => ({ default: m.TimeDialog })))
const loadMenu = () => import('./timer-menu.tsx')

/** The running timer and its actions. */
export function TimerBar({ timer }: { timer: Timer }) {
  const seconds = useElapsed(timer)
  const timeZone = useTimeZone()
  const [booking, setBooking] = useState<Timer>()
  const stop = async () => {
    const stopped = await setRunning(timer, false)
    if (stopped) setBooking(stopped)
  }
  useEffect(() => onStopTimer(() => void stop()))
  return (
    <>
      <OnDemand
        load={loadMenu}
        button={
          <Button
            variant="ghost"
            className={cx('!gap-1.5 !px-2', timer.forgotten ? '!text-warn' : timer.running && '!text-accent')}
            icon={
              timer.forgotten ? (
                <TriangleAlert aria-hidden className="size-4" />
              ) : timer.running ? (
                <TimerIcon aria-hidden className="size-4" />
              ) : (
                <Pause aria-hidden className="size-4" />
              )
            }
          >
            {/* One element, because screen readers would add pauses between the parts of a flex container. */}
            <span className="tabular">
              <span className="sr-only">Timer on </span>
              <span className="max-sm:sr-only">{formatWorkNumber(timer)}</span>
              <span className="sr-only">
                {timer.forgotten ? ', running too long,' : timer.running ? ', running,' : ', paused,'}
              </span>{' '}
              {formatClock(seconds)}
            </span>
          </Button>
        }
      >
        {({ TimerMenu }, button) => (
          <TimerMenu button={button} timer={timer} seconds={seconds} onStop={() => void stop()} />
        )}
      </OnDemand>
      {booking && (
        <Suspense>
          <TimeDialog
            on={booking}
            begin={{
              // The duration of a forgotten timer is meaningless, so do not suggest it.
              minutes: booking.forgotten ? undefined : Math.min(toWholeMinutes(booking.seconds), 1_440),
              startedAt: booking.startedAt,
              workedOn: toDay(new Date(booking.startedAt), timeZone),
              timer: booking,
            }}
            onClose={() => setBooking(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
