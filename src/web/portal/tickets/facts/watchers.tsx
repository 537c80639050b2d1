import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { ApproveMailButton } from '../../platform/approve-mail-button.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { type Send, sendInTurn } from '../../platform/data/send-in-turn.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { useOnDemand } from '../../platform/loading/on-demand.tsx'
import type { Ticket } from '../model.ts'
import { keepTicket, refreshTicket } from '../ticket-queries.ts'
import type { Side } from './labels.ts'

const loadPicker = () => import('./watcher-picker.tsx')
type Watcher = Ticket['watchers'][number]
type Me = { id: string; name: string } | undefined

/** Reasons why a contact gets no email. */
const UNREACHED: Partial<Record<NonNullable<Watcher['mail']>, string>> = {
  not_confirmed: 'Email address not confirmed: receives no email',
  not_approved: 'Receives no email yet',
  blocked: 'Opted out of email',
}

/** The people who get mail about a ticket in addition to its requester. */
export function Watchers({ ticket, side, me }: { ticket: Ticket; side: Side; me: Me }) {
  const picker = useOnDemand(loadPicker)
  const [picking, setPicking] = useState(false)
  const [busy, setBusy] = useState<string>()
  const mine = ticket.watchers.find((w) => w.personId === me?.id)

  useLive(['contact'], (event) => {
    if (event !== 'resumed' && ticket.watchers.some((w) => w.personId === event.subjectId))
      void refreshTicket(ticket.id)
  })

  async function change(key: string, what: string, ask: Send<Ticket>) {
    setBusy(key)
    try {
      keepTicket(await sendInTurn(`ticket ${ticket.id}`, `watcher ${key}`, ask))
    } catch (e) {
      const failure = parseFailure(e)
      showToast({
        title: what,
        description: failure?.data?.fields?.who?.[0] ?? failure?.message ?? 'Check your connection and try again.',
        tone: 'destructive',
      })
    } finally {
      setBusy((now) => (now === key ? undefined : now))
    }
  }
  const add = (who: { kind: 'user' | 'contact'; id: string; name: string }) =>
    change(who.id, `${who.name} was not added`, (context) =>
      client.tickets.addWatcher({ id: ticket.id, who: { kind: who.kind, id: who.id } }, { context }),
    )
  const remove = (w: Watcher) =>
    change(w.id, `${w.name} was not removed`, (context) =>
      client.tickets.removeWatcher({ id: ticket.id, watcherId: w.id }, { context }),
    )
  const iWatch = me && ticket.requester.id !== me.id

  return (
    <section aria-label="Watchers" className="mt-4 border-line border-t pt-4">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="font-medium">Watchers</h2>
        {iWatch && (
          <Button
            size="sm"
            variant="ghost"
            className="-mr-2"
            pending={busy === (mine ? mine.id : me.id)}
            onClick={() => void (mine ? remove(mine) : add({ kind: 'user', id: me.id, name: me.name }))}
          >
            {mine ? 'Stop watching' : 'Watch'}
          </Button>
        )}
      </div>
      {ticket.watchers.length === 0 ? (
        <p className="mt-1 text-muted text-xs">No one is watching this ticket.</p>
      ) : (
        <ul className="mt-1 flex flex-col">
          {ticket.watchers.map((w) => (
            <li key={w.id} className="flex min-h-9 items-center gap-2 py-0.5">
              <Avatar name={w.name} size="sm" />
              <span className="min-w-0 flex-1 leading-tight">
                <bdi className="block truncate" title={w.name}>
                  {w.name}
                </bdi>
                {w.email && (
                  <span className="block truncate text-muted text-xs" title={w.email}>
                    {w.email}
                  </span>
                )}
                {w.mail && UNREACHED[w.mail] && <span className="block text-warn text-xs">{UNREACHED[w.mail]}</span>}
                {w.mailsHeld && (
                  <span className="block text-warn text-xs" title="We don’t send ticket updates to this address">
                    Email bounced
                  </span>
                )}
              </span>
              {w.staff && (
                <span className="shrink-0 text-muted text-xs">{side === 'staff' ? 'Staff' : 'Our team'}</span>
              )}
              <IconButton
                size="sm"
                className="-mr-1.5"
                label={`Remove ${w.name} from the watchers`}
                title="Remove"
                icon={<X aria-hidden className="size-3.5" />}
                pending={busy === w.id}
                onClick={() => void remove(w)}
              />
            </li>
          ))}
        </ul>
      )}
      {ticket.watchers.some((w) => w.mail === 'not_approved') && (
        <div className="mt-1 flex flex-col items-start gap-2 text-muted text-xs">
          {side === 'staff' ? (
            <>
              <p>
                We email people outside this company once it signs an agreement or pays for an order, or once you
                approve it.
              </p>
              <ApproveMailButton company={ticket.company} />
            </>
          ) : (
            <p>
              We email people outside your company once you sign an agreement or pay for an order. We can also approve
              your company earlier.
            </p>
          )}
        </div>
      )}
      {picking && picker.module ? (
        <picker.module.WatcherPicker
          ticketId={ticket.id}
          taken={ticket.watchers.map((w) => w.personId)}
          busy={busy !== undefined}
          onPick={(who) => void add(who)}
          onClose={() => setPicking(false)}
        />
      ) : (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5 mt-1"
          icon={<Plus aria-hidden className="size-3.5" />}
          pending={picker.pending}
          onPointerEnter={() => void loadPicker().catch(() => {})}
          onClick={() => void picker.get().then((loaded) => setPicking(loaded !== undefined))}
        >
          Add watcher
        </Button>
      )}
    </section>
  )
}
