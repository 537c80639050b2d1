import { Hourglass, ShoppingCart } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusMark } from '../../../ui/status.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { lazy } from '../../platform/loading/lazy.ts'
import type { Side } from '../facts/labels.ts'
import type { Ticket } from '../model.ts'
import { keepTicket, refreshMessages, refreshTicketLists } from '../ticket-queries.ts'
import { buildBuyHref, calculateFit } from './estimate-fit.ts'
import { useTicketHours } from './use-ticket-hours.ts'

const ConfirmDialog = lazy(() => import('../../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))
const DecideDialog = lazy(() => import('./decide-dialog.tsx').then((m) => ({ default: m.DecideDialog })))
const EstimateDialog = lazy(() => import('./estimate-dialog.tsx').then((m) => ({ default: m.EstimateDialog })))

export type Estimate = Ticket['estimates'][number]

/** Returns the estimate to show: the open one, or else the latest that was approved, declined or expired. */
const getShownEstimate = ({ estimates }: Ticket): Estimate | undefined =>
  estimates.find((e) => e.status === 'proposed') ??
  estimates.find((e) => e.status === 'approved' || e.status === 'declined' || e.status === 'expired')

/** The estimate above a conversation. Owners decide it there, and everyone sees the outcome. */
export function EstimateCard({ ticket, side }: { ticket: Ticket; side: Side }) {
  const [deciding, setDeciding] = useState<'approved' | 'declined'>()
  const [withdrawing, setWithdrawing] = useState(false)
  const [renewing, setRenewing] = useState(false)
  const estimate = getShownEstimate(ticket)
  const { can, budget } = ticket
  const hours = useTicketHours(ticket.id, estimate?.status === 'proposed')
  if (!estimate) return null
  const fit = hours && calculateFit(hours, estimate.minutes, side, ticket.company.name)
  const { minutes, status, note, proposedBy, decidedBy, decidedAt, comment, createdAt, expiresAt } = estimate
  const open = status === 'proposed'
  const withdraw = async () => {
    try {
      keepTicket(await client.tickets.withdrawEstimate({ id: ticket.id, estimateId: estimate.id }))
      showToast({ title: 'Estimate withdrawn', tone: 'good' })
    } catch (e) {
      const current = parseFailure(e)?.data?.current as Ticket | undefined
      if (!current) throw e
      keepTicket(current)
      showToast({ title: 'This estimate was already decided', description: 'The ticket shows the decision.' })
    }
    refreshTicketLists()
    void refreshMessages(ticket.id)
  }
  return (
    <section
      aria-labelledby="estimate"
      className={
        open
          ? 'flex flex-col gap-3 rounded-md border border-accent/35 bg-accent/5 p-4'
          : 'flex flex-col gap-2 rounded-md border border-line bg-surface px-4 py-3'
      }
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="estimate" className="flex items-center gap-2 font-medium">
          <Hourglass aria-hidden className="size-4 shrink-0 text-accent" />
          <span>
            Estimate <span className="tabular">{formatMinutes(minutes)}</span>
          </span>
        </h2>
        <Outcome status={status} side={side} owner={can.decide} />
      </div>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>
      <p className="text-muted text-xs">
        {decidedBy && decidedAt ? (
          <>
            {decidedBy.name} {status} it <RelativeTime iso={decidedAt} />
          </>
        ) : (
          <>
            {proposedBy.name} proposed it <RelativeTime iso={createdAt} />
            {expiresAt && open && (
              <>
                , expires <RelativeTime iso={expiresAt} />
              </>
            )}
          </>
        )}
      </p>
      {comment && <p className="border-line border-l-2 pl-3 [overflow-wrap:anywhere]">{comment}</p>}
      {open && budget && (
        <p className="text-xs">{`In addition to the ${formatMinutes(budget.minutes)} already approved.`}</p>
      )}
      {!open && budget && (
        <p className="tabular text-xs">
          {`${formatMinutes(budget.used)} of ${formatMinutes(budget.minutes)} used`}
          {budget.used > budget.minutes && (
            <span className="text-bad">{`, ${formatMinutes(budget.used - budget.minutes)} over`}</span>
          )}
        </p>
      )}
      {open && !fit && <Skeleton className="h-4 w-56 max-w-full" />}
      {open && fit && (
        <p id="estimate-fit" className={fit.fits ? 'text-muted text-xs' : 'text-warn text-xs'}>
          <span className={fit.fits ? undefined : 'block font-medium text-sm'}>{fit.text}</span> {fit.more}
        </p>
      )}
      {open && side === 'partner' && !can.decide && (
        <p className="text-muted text-xs">Only an owner of your company can approve or decline it.</p>
      )}
      {open && can.decide && (
        <div className="flex flex-wrap gap-2 max-md:[&>*]:h-11 max-md:[&>*]:flex-1">
          {fit && !fit.fits && (
            <LinkButton
              variant="primary"
              href={buildBuyHref(ticket.id, fit.missing)}
              icon={<ShoppingCart aria-hidden className="size-4" />}
              className="max-md:!basis-full"
            >
              Buy hours
            </LinkButton>
          )}
          <Button
            variant={fit && !fit.fits ? 'secondary' : 'primary'}
            disabled={fit !== undefined && !fit.fits}
            aria-describedby={fit ? 'estimate-fit' : undefined}
            onClick={() => setDeciding('approved')}
          >
            Approve
          </Button>
          <Button onClick={() => setDeciding('declined')}>Decline</Button>
        </div>
      )}
      {can.estimate && (
        <div className="flex flex-wrap gap-2">
          {open && (
            <Button size="sm" onClick={() => setWithdrawing(true)}>
              Withdraw
            </Button>
          )}
          <Button size="sm" onClick={() => setRenewing(true)}>
            {open ? 'Replace' : 'New estimate'}
          </Button>
        </div>
      )}
      <Suspense>
        {deciding && (
          <DecideDialog
            ticket={ticket}
            estimate={estimate}
            decision={deciding}
            onClose={() => setDeciding(undefined)}
          />
        )}
        {renewing && <EstimateDialog ticket={ticket} onClose={() => setRenewing(false)} />}
      </Suspense>
      {withdrawing && (
        <Suspense>
          <ConfirmDialog
            open={withdrawing}
            onOpenChange={setWithdrawing}
            title={`Withdraw the estimate of ${formatMinutes(minutes)}?`}
            description="The partner can no longer approve it, and the ticket’s status returns to In progress."
            confirmLabel="Withdraw estimate"
            onConfirm={withdraw}
          />
        </Suspense>
      )}
    </section>
  )
}

function Outcome({ status, side, owner }: { status: Estimate['status']; side: Side; owner: boolean }) {
  switch (status) {
    case 'proposed':
      return (
        <StatusMark tone="warn">
          {side === 'staff' ? 'Awaiting approval' : owner ? 'Awaiting your approval' : 'Awaiting an owner’s approval'}
        </StatusMark>
      )
    case 'approved':
      return <StatusMark tone="good">Approved</StatusMark>
    case 'declined':
      return <StatusMark tone="bad">Declined</StatusMark>
    default:
      return <StatusMark tone="neutral">Expired</StatusMark>
  }
}
