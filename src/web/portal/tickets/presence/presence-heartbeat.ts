import { useEffect, useRef, useState } from 'react'
import { client, fetchWithSession } from '../../platform/data/api.ts'
import { useCoalesced, useLive } from '../../platform/live/use-live.ts'
import { BEAT_MS, GAP_MS, putPresence } from './presence.ts'

/** A reader who has not typed for this long is not writing. */
const PAUSE_MS = 15_000

/**
 * Reports that the reader has this ticket open, and whether they are typing in the element that `answer` returns, until
 * the component unmounts.
 */
export function usePresenceHeartbeat(id: string, answer: () => Element | null): void {
  const writing = useWriting(answer)
  const reported = useRef(writing)
  const visit = useRef<string>(undefined)
  const beat = useCoalesced(
    async () => {
      const { items } = await client.tickets.present({ id, writing: reported.current, visit: visit.current })
      putPresence(id, items)
    },
    () => GAP_MS,
  )
  useLive(['presence'], (event) => {
    if (event === 'resumed' || event.subjectId === id) beat()
  })
  useEffect(() => {
    visit.current = crypto.randomUUID()
    const timer = setInterval(beat, BEAT_MS)
    const leave = () => {
      const body = JSON.stringify({ visit: visit.current })
      const headers = { 'content-type': 'application/json' }
      // An earlier heartbeat may arrive after this, so the request names the visit that has ended. If this request is
      // lost, the server drops the entry when the heartbeat stops.
      void fetchWithSession(`/api/v1/tickets/${id}/presence`, {
        method: 'DELETE',
        keepalive: true,
        headers,
        body,
      }).catch(() => {})
      visit.current = crypto.randomUUID()
    }
    const back = () => {
      if (!document.hidden) beat()
    }
    addEventListener('pagehide', leave)
    addEventListener('pageshow', back)
    document.addEventListener('visibilitychange', back)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', back)
      document.removeEventListener('visibilitychange', back)
      leave()
    }
  }, [id, beat])
  // Runs after the effect that starts the visit.
  useEffect(() => {
    reported.current = writing
    beat()
  }, [writing, beat])
}

/** Returns whether the reader is typing in that element: from the first letter until they pause or send. */
function useWriting(answer: () => Element | null): boolean {
  const [writing, setWriting] = useState(false)
  const latest = useRef(answer)
  useEffect(() => {
    latest.current = answer
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const over = () => setWriting(false)
    const onInput = (event: Event) => {
      const { target } = event
      if (!(target instanceof HTMLTextAreaElement) || !latest.current()?.contains(target)) return
      clearTimeout(timer)
      if (target.value.trim() === '') return over()
      setWriting(true)
      timer = setTimeout(over, PAUSE_MS)
    }
    const onSubmit = (event: Event) => {
      if (latest.current()?.contains(event.target as Node)) over()
    }
    document.addEventListener('input', onInput)
    document.addEventListener('submit', onSubmit)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('input', onInput)
      document.removeEventListener('submit', onSubmit)
    }
  }, [])
  return writing
}
