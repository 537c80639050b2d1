import { useEffect, useRef, useState } from 'react'
import { call, client } from '../platform/api.ts'
import { useCoalesced, useLive } from '../platform/use-live.ts'
import { BEAT_MS, GAP_MS, putPresence } from './presence.ts'

/** Somebody who stopped typing for so long is not writing. */
const PAUSE_MS = 15_000

/** Says that the reader has this ticket open and whether they are writing in `answer`, until the component goes. */
export function useBeingThere(id: string, answer: () => Element | null): void {
  const writing = useWriting(answer)
  const told = useRef(writing)
  const visit = useRef<string>(undefined)
  const beat = useCoalesced(
    async () => {
      const { items } = await client.tickets.present({ id, writing: told.current, visit: visit.current })
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
      // What this page sent a moment ago may come in after this goodbye. Unheard, silence says it too.
      void call(`/api/v1/tickets/${id}/presence`, { method: 'DELETE', keepalive: true, headers, body }).catch(() => {})
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
  // After the visit has begun.
  useEffect(() => {
    told.current = writing
    beat()
  }, [writing, beat])
}

/** Whether the reader types in there: from the first letter until they pause or send. */
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
