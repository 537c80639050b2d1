import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDateRange } from '../../../../contract/plain/date-ranges.ts'
import { formatDay } from '../../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { CARD_MIN_CENTS } from '../../../../contract/plain/rates.ts'
import { remittanceLines } from '../../../../contract/plain/remittance-lines.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusMark, type Tone } from '../../../ui/status.tsx'
import { formatCents } from '../../../ui/text/money-text.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { DocumentButton } from '../../documents/index.ts'
import { parseFailure } from '../../platform/data/api.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { useAuth } from '../../platform/session/auth.tsx'
import { invoiceOptions } from '../billing-queries.ts'
import { listInvoiceFacts, listInvoiceSums } from '../fields.tsx'
import type { Invoice } from '../model.ts'
import { formatCard } from '../payments/card-text.ts'
import { PayByCard } from '../payments/pay-by-card.tsx'
import { RefundFailed } from '../payments/refund-failed.tsx'
import { type Act, InvoiceAct } from './invoice-acts.tsx'
import { InvoiceHistory } from './invoice-history.tsx'

interface InvoiceDialogProps {
  /** Undefined while the dialog closes. */
  id: string | undefined
  onClose: () => void
}

/** Shows one invoice: its lines, status and how to pay. Administrators also see its actions and history. */
export function InvoiceDialog({ id, onClose }: InvoiceDialogProps) {
  const { role } = useAuth()
  const query = useQuery({ ...invoiceOptions(id ?? ''), enabled: id !== undefined })
  const [act, setAct] = useState<Act>()
  useLive(['billing', 'hours'], () => {
    if (id) void query.refetch()
  })
  const invoice = query.data
  const failure = parseFailure(query.error)
  return (
    <>
      <Dialog
        open={id !== undefined}
        onOpenChange={(open) => !open && onClose()}
        size="lg"
        phone="full"
        title={invoice ? `Invoice ${invoice.number}` : 'Invoice'}
        description={invoice && about(invoice, role === 'admin')}
        {...(invoice ? { footer: <Foot invoice={invoice} onAct={setAct} /> } : {})}
      >
        {invoice ? (
          <Details invoice={invoice} admin={role === 'admin'} />
        ) : query.isError ? (
          <ErrorState
            title={failure?.status === 404 ? 'Invoice not found' : 'Couldn’t load the invoice'}
            message={
              failure?.status === 404
                ? 'Check the link. The invoice may belong to another company.'
                : (failure?.message ?? 'Check your connection and try again.')
            }
            requestId={failure?.data?.requestId}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <div aria-busy className="flex flex-col gap-3 pb-5">
            <Skeleton className="h-16" />
            <Skeleton className="h-40" />
          </div>
        )}
      </Dialog>
      {invoice && act && <InvoiceAct act={act} invoice={invoice} onClose={() => setAct(undefined)} />}
    </>
  )
}

/** Returns the company (for administrators), and the title unless it would repeat the only line. */
function about({ company, title, lines }: Invoice, admin: boolean): string | undefined {
  const parts = [admin ? company.name : undefined, lines.length > 1 ? title : undefined]
  return parts.filter(Boolean).join(' · ') || undefined
}

function Foot({ invoice: i, onAct }: { invoice: Invoice; onAct: (act: Act) => void }) {
  return (
    <div className="flex w-full flex-wrap justify-end gap-2 max-sm:grid max-sm:grid-cols-2 max-sm:[&>button:first-of-type:nth-last-of-type(odd)]:col-span-2 max-sm:[&>button]:min-h-11">
      {i.can.void && (
        <Button variant="danger" onClick={() => onAct('void')}>
          Void
        </Button>
      )}
      {i.can.refund && (
        <Button variant="danger" onClick={() => onAct('refund')}>
          Refund
        </Button>
      )}
      {i.can.again && <Button onClick={() => onAct('again')}>Reissue</Button>}
      {i.can.release && <Button onClick={() => onAct('release')}>Release hours</Button>}
      <DocumentButton kind="invoice" subjectId={i.id} />
      {i.can.transfer && i.status === 'open' && (
        <Button variant="primary" onClick={() => onAct('transfer')}>
          Record payment
        </Button>
      )}
      {i.can.pay && <PayByCard pay={{ invoiceId: i.id }} label={`Pay ${formatCents(i.dueCents)} by card`} />}
    </div>
  )
}

const paymentLooks: Record<string, { tone: Tone; label: string }> = {
  pending: { tone: 'info', label: 'Pending' },
  succeeded: { tone: 'good', label: 'Received' },
  failed: { tone: 'bad', label: 'Failed' },
}
const hourLooks: Record<string, { tone: Tone; label: string }> = {
  pending: { tone: 'warn', label: 'Available once the invoice is paid' },
  active: { tone: 'good', label: 'Available' },
  expired: { tone: 'neutral', label: 'Expired' },
  void: { tone: 'neutral', label: 'Canceled' },
}

function Details({ invoice: i, admin }: { invoice: Invoice; admin: boolean }) {
  return (
    <div className="flex flex-col gap-6 pb-5">
      {i.refundFailedCents !== null && <RefundFailed amount={formatCents(i.refundFailedCents)} staff={admin} />}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {listInvoiceFacts(i).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      {i.voidReason && (
        <p className="text-muted">
          Void reason: <span className="text-text">{i.voidReason}</span>
        </p>
      )}
      <section aria-label="Lines">
        <ul className="border-line border-t">
          {i.lines.map((line) => (
            <li key={line.id} className="flex items-baseline justify-between gap-4 border-line border-b py-2.5">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {line.description}
                <span className="tabular block text-muted text-xs">
                  {line.periodFrom && line.periodTo && `${formatDateRange(line.periodFrom, line.periodTo)} · `}
                  {line.quantity.toLocaleString('en-US')} × {formatCents(line.unitCents)}
                </span>
              </span>
              <span className="tabular shrink-0">{formatCents(line.amountCents)}</span>
            </li>
          ))}
        </ul>
        <dl className="mt-3 ml-auto grid max-w-72 grid-cols-[1fr_auto] gap-y-1.5">
          {listInvoiceSums(i).map(({ label, ...sum }) => (
            <Sum key={label} name={label} {...sum} />
          ))}
        </dl>
      </section>
      {i.hours.length > 0 && (
        <Part title="Hours">
          {i.hours.map((h) => (
            <Row
              key={h.blockId}
              name={h.name}
              detail={
                <StatusMark tone={hourLooks[h.state]?.tone ?? 'neutral'}>
                  {h.released && h.state === 'active' && i.status === 'open'
                    ? 'Available, released early'
                    : (hourLooks[h.state]?.label ?? h.state)}
                  {h.expiresOn && h.state === 'active' && `, expires ${formatDay(h.expiresOn)}`}
                </StatusMark>
              }
              value={formatMinutes(h.minutes)}
              below={
                h.state === 'active' && h.remaining !== h.minutes ? `${formatMinutes(h.remaining)} left` : undefined
              }
            />
          ))}
        </Part>
      )}
      {i.payments.length > 0 && (
        <Part title="Payments">
          {i.payments.map((p) => (
            <Row
              key={p.id}
              name={p.card ? formatCard(p.card) : p.method === 'card' ? 'Card' : 'Bank transfer'}
              detail={
                <span className="flex flex-wrap gap-x-2">
                  <StatusMark tone={paymentLooks[p.status]?.tone ?? 'neutral'}>
                    {paymentLooks[p.status]?.label ?? p.status}
                  </StatusMark>
                  <RelativeTime iso={p.paidAt ?? p.createdAt} />
                  {p.reference && <span>{p.reference}</span>}
                  {p.failure && <span className="basis-full text-bad">{p.failure}</span>}
                  {p.refunds.map((r) => (
                    <span key={r.id} className="basis-full">
                      {formatCents(r.amountCents)} {r.status === 'pending' ? 'refund pending' : 'refunded'}
                      {r.by && (r.status === 'pending' ? `, sent by ${r.by.name}` : ` by ${r.by.name}`)}
                      {r.status === 'failed' && ', returned by the bank'}: {r.reason}
                      {r.minutes > 0 && ` (${formatMinutes(r.minutes)} removed)`}
                    </span>
                  ))}
                </span>
              }
              value={formatCents(p.amountCents)}
            />
          ))}
        </Part>
      )}
      {i.status === 'open' && i.dueCents < CARD_MIN_CENTS && (
        <p className="text-muted">
          Amounts below {formatCents(CARD_MIN_CENTS)} can’t be paid by card. Pay by bank transfer.
        </p>
      )}
      {i.charge.nextAt && i.status === 'open' && (
        <p className="text-muted">
          The stored card will be charged <RelativeTime iso={i.charge.nextAt} />
          {i.charge.attempts > 0 &&
            `, after ${i.charge.attempts} failed ${i.charge.attempts === 1 ? 'attempt' : 'attempts'}`}
          .
        </p>
      )}
      {i.status === 'open' && i.dueCents > 0 && i.remittance && (
        <section>
          <h3 className="mb-2 font-medium text-muted text-xs">Pay by bank transfer</h3>
          <dl className="divide-y divide-line rounded-md border border-line">
            {remittanceLines(i.remittance, i.number).map(({ label, value }) => (
              <div key={label} className="flex flex-col gap-0.5 px-4 py-2 sm:flex-row sm:gap-4">
                <dt className="shrink-0 text-muted text-xs leading-5 sm:w-40">{label}</dt>
                <dd className="tabular min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <dl className="grid gap-4 border-line border-t pt-4 text-xs sm:grid-cols-2">
        <Address name="Bill to" of={i.billTo} />
        <Address name="From" of={i.issuedBy} />
      </dl>
      {admin && <InvoiceHistory id={i.id} />}
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
)
function Sum({ name, cents, strong }: { name: string; cents: number; strong?: boolean }) {
  const look = strong ? 'border-line border-t pt-2 font-semibold' : ''
  return (
    <>
      <dt className={strong ? look : 'text-muted'}>{name}</dt>
      <dd className={`tabular text-end ${look}`}>{formatCents(cents)}</dd>
    </>
  )
}
const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1 font-medium text-muted text-xs">{title}</h3>
    <ul>{children}</ul>
  </section>
)
function Row({
  name,
  detail,
  value,
  below,
}: {
  name: string
  detail: ReactNode
  value: string
  below?: string | undefined
}) {
  return (
    <li className="flex items-start justify-between gap-4 border-line border-t py-2.5 first:border-t-0">
      <span className="min-w-0">
        <span className="block">{name}</span>
        <span className="mt-0.5 block text-muted text-xs">{detail}</span>
      </span>
      <span className="tabular shrink-0 text-end">
        {value}
        {below && <span className="block text-muted text-xs">{below}</span>}
      </span>
    </li>
  )
}
function Address({ name, of }: { name: string; of: Invoice['billTo'] }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">
        {[of.name, of.address, of.email, of.phone].filter(Boolean).join('\n')}
      </dd>
    </div>
  )
}
