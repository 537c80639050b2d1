import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Timer } from './model.ts'
import { timerOptions } from './time-queries.ts'

/**
 * Returns the seconds that a timer has run. Counts from when the response arrived, so that clock differences between
 * client and server do not matter.
 */
export function useElapsed(timer: Timer): number {
  const { dataUpdatedAt } = useQuery({ ...timerOptions(), enabled: false })
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!timer.running) return
    const clock = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(clock)
  }, [timer.running])
  return (
    timer.seconds +
    (timer.running ? Math.max(0, Math.floor((Math.max(now, dataUpdatedAt) - dataUpdatedAt) / 1_000)) : 0)
  )
}
