import { ListTodo, Pause, Play, Square, Ticket, Timer as TimerIcon, Trash2, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { clockText, dayOf, wholeMinutes } from '../../ui/duration.ts'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { useTimeZone } from '../../ui/relative-time.tsx'
import { nameOf, numberOf, placeOf, type Timer } from './model.ts'
import { discardTimer, onStopTimer, setRunning } from './timer-acts.ts'
import { useElapsed } from './use-elapsed.ts'

const TimeDialog = lazy(() => import('./time-dialog.tsx').then((m) => ({ default: m.TimeDialog })))

/** The timer with what can be done with it. */
export function TimerBar({ timer }: { timer: Timer }) {
  const seconds = useElapsed(timer)
  const timeZone = useTimeZone()
  const [booking, setBooking] = useState<Timer>()
  const [discarding, setDiscarding] = useState(false)
  const name = numberOf(timer)
  const stop = async () => {
    const stopped = await setRunning(timer, false)
    if (stopped) setBooking(stopped)
  }
  useEffect(() => onStopTimer(() => void stop()))
  const clock = clockText(seconds)
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
            {/* One box: parts of a flexible one would be read with spaces between them. */}
            <span className="tabular">
              <span className="sr-only">Timer on </span>
              <span className="max-sm:sr-only">{name}</span>
              <span className="sr-only">
                {timer.forgotten ? ', forgotten,' : timer.running ? ', running,' : ', paused,'}
              </span>{' '}
              {clock}
            </span>
          </Button>
        }
      >
        <div className="max-w-72 px-2.5 py-2">
          <p className="truncate font-medium">
            {name} {nameOf(timer)}
          </p>
          <p className={cx('text-xs', timer.forgotten ? 'text-warn' : 'text-muted')}>
            {timer.forgotten ? 'It has run for more than 8 hours. Was it forgotten?' : timer.company.name}
          </p>
        </div>
        <MenuSeparator />
        <MenuItem icon={<Square aria-hidden />} onSelect={() => void stop()}>
          Stop and book
        </MenuItem>
        <MenuItem
          icon={timer.running ? <Pause aria-hidden /> : <Play aria-hidden />}
          onSelect={() => void setRunning(timer, !timer.running)}
        >
          {timer.running ? 'Pause' : 'Resume'}
        </MenuItem>
        <MenuLink icon={timer.task ? <ListTodo aria-hidden /> : <Ticket aria-hidden />} href={placeOf(timer)}>
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
        description={`${showMinutes(wholeMinutes(seconds))} will not be booked. This cannot be undone.`}
        confirmLabel="Discard timer"
        onConfirm={() => discardTimer(timer)}
      />
      {booking && (
        <Suspense>
          <TimeDialog
            on={booking}
            begin={{
              // A forgotten timer measured nothing that could be suggested.
              minutes: booking.forgotten ? undefined : Math.min(wholeMinutes(booking.seconds), 1_440),
              startedAt: booking.startedAt,
              workedOn: dayOf(new Date(booking.startedAt), timeZone),
              timer: booking,
            }}
            onClose={() => setBooking(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
