import { useQuery } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatClock } from '../../ui/text/duration.ts'
import type { Timer } from './model.ts'
import { timerOptions } from './time-queries.ts'
import { isOn, startOrStop } from './timer-acts.ts'
import { useElapsed } from './use-elapsed.ts'

/** Starts the timer here, or stops it and opens the dialog that logs its time. */
export function TimerButton({ id, what }: { id: string; what: 'ticketId' | 'taskId' }) {
  const { data } = useQuery({ ...timerOptions(), enabled: false })
  const [pending, setPending] = useState(false)
  const timer = data?.timer && isOn(data.timer, id) ? data.timer : undefined
  const act = () => {
    setPending(true)
    void startOrStop(id, what).finally(() => setPending(false))
  }
  return (
    <Button
      size="sm"
      pending={pending}
      {...(what === 'ticketId' ? { 'aria-keyshortcuts': 't' } : {})}
      icon={timer?.running ? <Square aria-hidden className="size-3.5" /> : <Play aria-hidden className="size-3.5" />}
      onClick={act}
    >
      {timer ? timer.running ? <Running timer={timer} /> : 'Resume' : 'Start timer'}
    </Button>
  )
}

function Running({ timer }: { timer: Timer }) {
  const seconds = useElapsed(timer)
  return (
    <>
      Stop and log time <span className="tabular">{formatClock(seconds)}</span>
    </>
  )
}
