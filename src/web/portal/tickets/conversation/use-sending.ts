import { useLayoutEffect, useRef, useState } from 'react'
import { client } from '../../platform/data/api.ts'
import type { Status, Ticket } from '../model.ts'
import type { SentState } from '../staff-bar.tsx'
import { keepMessage, keepTicket, loadRest, refreshTicket, refreshTicketLists } from '../ticket-queries.ts'
import type { Outgoing } from './composer-form.tsx'
import type { Pending } from './conversation.tsx'

/**
 * Returns the messages that are being sent and a function that sends one. A live update may bring a message before the
 * response to its request, and the response may get lost. So a message has arrived once the sender has more messages
 * (`own`) than at the first attempt.
 */
export function useReplySending(ticket: Ticket, own: number) {
  const [sending, setSending] = useState<(Pending & { had: number })[]>([])
  const latest = useRef({ own, sending })
  const before = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    latest.current = { own, sending }
  })
  /** Set after each sent message and each status change. The bar for staff then moves on to the next ticket. */
  const [sent, setSent] = useState<SentState>({ status: undefined, count: 0 })
  const off = (status: Status | undefined) => setSent(({ count }) => ({ status, count: count + 1 }))
  const { id } = ticket
  async function send({ kind, body, files, status, idempotencyKey, draft, time }: Outgoing) {
    const now = latest.current
    const had = before.current.get(idempotencyKey) ?? now.own + now.sending.filter((p) => now.own <= p.had).length
    before.current.set(idempotencyKey, had)
    setSending((all) => [...all, { key: idempotencyKey, kind, body, files, had }])
    try {
      if (kind === 'reply' && !ticket.can.reply)
        keepTicket(await client.tickets.setStatus({ id, status: 'in_progress' }))
      const message = await client.tickets.reply(
        { id, kind, body, fileIds: files.map((f) => f.id), status, draft, time },
        { context: { idempotencyKey } },
      )
      before.current.delete(idempotencyKey)
      keepMessage(id, message)
      void loadRest(id).catch(() => {}) // a live update or the next visit brings it
      refreshTicketLists()
      off(status)
    } finally {
      setSending((all) => all.filter((p) => p.key !== idempotencyKey))
      // The message may have changed the status, and an error may mean that someone else had changed the ticket.
      void refreshTicket(id)
    }
  }
  return { pending: sending.filter((p) => own <= p.had), send, sent, off }
}
