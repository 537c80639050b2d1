import { ListTodo, Pause, Play, Square, Ticket, Timer as TimerIcon, Trash2, TriangleAlert } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { formatClock, toDay, toWholeMinutes } from '../../ui/text/duration.ts'
import { useTimeZone } from '../../ui/text/relative-time.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { buildWorkPath, formatWorkName, formatWorkNumber, type Timer } from './model.ts'
import { discardTimer, onStopTimer, setRunning } from './timer-acts.ts'
import { useElapsed } from './use-elapsed.ts'

const TimeDialog = lazy(() => import('./time-dialog.tsx').then((m) => ({ default: m.TimeDialog })))

/** The running timer and its actions. */
export function TimerBar({ timer }: { timer: Timer }) {
  const seconds = useElapsed(timer)
  const timeZone = useTimeZone()
  const [booking, setBooking] = useState<Timer>()
  const [discarding, setDiscarding] = useState(false)
  const name = formatWorkNumber(timer)
  const stop = async () => {
    const stopped = await setRunning(timer, false)
    if (stopped) setBooking(stopped)
  }
  useEffect(() => onStopTimer(() => void stop()))
  const clock = formatClock(seconds)
  return (
    <>
      <Menu
        trigger={
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
              <span className="max-sm:sr-only">{name}</span>
              <span className="sr-only">
                {timer.forgotten ? ', running too long,' : timer.running ? ', running,' : ', paused,'}
              </span>{' '}
              {clock}
            </span>
          </Button>
        }
      >
        <div className="max-w-72 px-2.5 py-2">
          <p className="truncate font-medium">
            {name} {formatWorkName(timer)}
          </p>
          <p className={cx('text-xs', timer.forgotten ? 'text-warn' : 'text-muted')}>
            {timer.forgotten ? 'Running for more than 8 hours. Did you forget to stop it?' : timer.company.name}
          </p>
        </div>
        <MenuSeparator />
        <MenuItem icon={<Square aria-hidden />} onSelect={() => void stop()}>
          Stop and log time
        </MenuItem>
        <MenuItem
          icon={timer.running ? <Pause aria-hidden /> : <Play aria-hidden />}
          onSelect={() => void setRunning(timer, !timer.running)}
        >
          {timer.running ? 'Pause' : 'Resume'}
        </MenuItem>
        <MenuLink icon={timer.task ? <ListTodo aria-hidden /> : <Ticket aria-hidden />} href={buildWorkPath(timer)}>
          {timer.task ? 'Open task' : 'Open ticket'}
        </MenuLink>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={() => setDiscarding(true)}>
          Discard
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={discarding}
        onOpenChange={setDiscarding}
        title={`Discard the timer on ${name}?`}
        description={`${formatMinutes(toWholeMinutes(seconds))} won’t be logged. You can’t undo this.`}
        confirmLabel="Discard timer"
        onConfirm={() => discardTimer(timer)}
      />
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
