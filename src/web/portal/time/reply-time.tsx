import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { getNowDate } from '../../ui/clock.ts'
import { cx } from '../../ui/cx.ts'
import { Checkbox, controlClass } from '../../ui/forms/field.tsx'
import { parseDuration, toDay, toWholeMinutes } from '../../ui/text/duration.ts'
import { useTimeZone } from '../../ui/text/relative-time.tsx'
import { DrawHint, EXHAUSTED } from './draw-hint.tsx'
import { freeLabels, freeReasons } from './labels.ts'
import type { BookTime, FreeReason } from './model.ts'
import type { Budget } from './time-dialog.tsx'
import { refreshTime, refreshTimer, timerOptions } from './time-queries.ts'
import { useElapsed } from './use-elapsed.ts'

/** The interface between the reply form and the time field. */
export type ReplyTimeHandle = {
  /** Returns the time to log, undefined if the field is empty, or `wrong` after showing an error. */
  take: () => BookTime | undefined | 'wrong'
  /** Called after the time was logged. Clears the field, unless something else was typed since `take`. */
  done: (taken: BookTime | undefined) => void
  /** Shows server errors by API field, such as `time.reason`. Returns whether one of them was for this field. */
  refuse: (fields: Record<string, string[]>, code?: string) => boolean
}

interface ReplyTimeProps {
  ticketId: string
  budget: Budget | null
  ref?: Ref<ReplyTimeHandle>
}

/** The time spent on a reply, which is logged when the reply is sent. */
export function ReplyTime({ ticketId, budget, ref }: ReplyTimeProps) {
  const [text, setText] = useState('')
  const [billable, setBillable] = useState(true)
  const [reason, setReason] = useState<FreeReason | ''>('')
  const [timerId, setTimerId] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const timeZone = useTimeZone()
  const field = useRef<HTMLInputElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  const id = useId()
  const { data } = useQuery({ ...timerOptions(), enabled: false })
  const timer = data?.timer?.ticket?.id === ticketId && !data.timer.forgotten ? data.timer : undefined
  const minutes = parseDuration(text)
  const wrong = (words: string, where: { current: HTMLElement | null } = field) => {
    setProblem(words)
    where.current?.focus()
    return 'wrong' as const
  }
  useImperativeHandle(ref, () => ({
    take() {
      if (!text.trim()) return undefined
      if (minutes === undefined) return wrong('Enter a time such as 15m, 1h 30 or 1:30.')
      if (!billable && !reason) return wrong('Choose why it’s non-billable.', select)
      setProblem(undefined)
      return {
        minutes,
        workedOn: toDay(getNowDate(), timeZone),
        billable,
        reason: billable ? null : reason || null,
        ...(timerId && timerId === timer?.id ? { timerId } : {}),
      }
    },
    done(taken) {
      if (taken) void refreshTime()
      if (taken?.timerId) {
        void refreshTimer()
        setTimerId((now) => (now === taken.timerId ? undefined : now))
      }
      const same = taken
        ? minutes === taken.minutes && billable === taken.billable && (billable || reason === taken.reason)
        : text.trim() === ''
      if (!same) return
      setText('')
      setBillable(true)
      setReason('')
      setTimerId(undefined)
    },
    refuse(fields, code) {
      const exhausted = code === 'HOURS_EXHAUSTED'
      const words = Object.entries(fields).find(([name]) => name.startsWith('time'))?.[1][0]
      if (words) wrong(exhausted ? `${words} ${EXHAUSTED}` : words)
      return words !== undefined
    },
  }))
  const beyond = budget && minutes && billable ? budget.used + minutes - budget.minutes : 0
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label htmlFor={id} className="font-medium text-sm">
          Time
        </label>
        <input
          ref={field}
          id={id}
          value={text}
          autoComplete="off"
          placeholder="15m"
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(undefined)
          }}
          className={cx(controlClass, 'h-9 !w-24 px-3 max-md:h-11')}
        />
        {timer && timerId !== timer.id && (
          <UseTimer
            timer={timer}
            onUse={(measured) => {
              setTimerId(timer.id)
              setText(formatMinutes(measured))
              setProblem(undefined)
            }}
          />
        )}
        {text.trim() !== '' && (
          <>
            <Checkbox label="Billable" checked={billable} onChange={(event) => setBillable(event.target.checked)} />
            {!billable && (
              <select
                ref={select}
                aria-label="Non-billable reason"
                value={reason}
                onChange={(event) => {
                  setReason(event.target.value as FreeReason | '')
                  setProblem(undefined)
                }}
                className={cx(controlClass, 'h-9 !w-auto px-2 max-md:h-11')}
              >
                <option value="">Choose a reason</option>
                {freeReasons.map((r) => (
                  <option key={r} value={r}>
                    {freeLabels[r]}
                  </option>
                ))}
              </select>
            )}
          </>
        )}
      </div>
      {problem && (
        <p id={`${id}-problem`} className="flex gap-1.5 text-bad text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
      {billable && !problem && text.trim() !== '' && (
        <DrawHint ticketId={ticketId} minutes={minutes} workType="remote" />
      )}
      {beyond > 0 && budget && (
        <p role="status" className="text-warn text-xs">
          {`${formatMinutes(beyond)} more than the ${formatMinutes(budget.minutes)} the partner approved.`}
        </p>
      )}
    </div>
  )
}

function UseTimer({ timer, onUse }: { timer: Parameters<typeof useElapsed>[0]; onUse: (minutes: number) => void }) {
  const measured = Math.min(toWholeMinutes(useElapsed(timer)), 1_440)
  return (
    <button
      type="button"
      onClick={() => onUse(measured)}
      className="min-h-6 rounded-sm text-accent text-sm underline underline-offset-3 max-md:min-h-11"
    >
      Use timer ({formatMinutes(measured)})
    </button>
  )
}
