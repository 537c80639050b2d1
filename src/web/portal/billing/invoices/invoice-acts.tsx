import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Field, Select, TextArea, TextInput } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { formatCents, formatCentsForInput, readCents } from '../../../ui/text/money-text.ts'
import { api, client } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { useSending } from '../../platform/data/use-sending.ts'
import { ActFrame } from '../../platform/forms/act-frame.tsx'
import { TheirsNotice } from '../../platform/forms/theirs-notice.tsx'
import { getToday, type Invoice, invoiceStatusLooks } from '../model.ts'
import { formatCard } from '../payments/card-text.ts'
import { refreshMoney } from '../stripe-queries.ts'

/** The actions that administrators can take on an invoice. */
export type Act = 'transfer' | 'void' | 'refund' | 'release' | 'again'
interface ActProps {
  invoice: Invoice
  onClose: () => void
}

/** Shows the dialog of an action. */
export function InvoiceAct({ act, ...props }: ActProps & { act: Act }) {
  if (act === 'transfer') return <MarkPaid {...props} />
  if (act === 'refund') return <Refund {...props} />
  if (act === 'again') return <BillAgain {...props} />
  return <WithReason act={act} {...props} />
}

/**
 * Sends an action on the invoice as it was when the dialog opened, or as the user accepted it since. Returns that
 * invoice, and a notice if the invoice has changed in the meantime.
 */
function useInvoiceAct(act: Act, { invoice, onClose }: ActProps) {
  const { theirs, under, keepMine, ...sending } = useSending<Invoice>()
  // Live updates must not replace it. A conflict would go unnoticed, and a retry after a lost response would be a new
  // request, which moves the money again.
  const [first] = useState(invoice)
  let notice: ReactNode
  if (theirs) {
    const possible = theirs.can[act]
    const sums = [
      `Received: ${formatCents(theirs.paidCents)}.`,
      `Refunded: ${formatCents(theirs.refundedCents)}.`,
      `Due: ${formatCents(theirs.dueCents)}.`,
    ].join(' ')
    notice = (
      <TheirsNotice
        title="This invoice changed while you were editing"
        choice={possible ? { label: 'Continue', onChoose: keepMine } : { label: 'Close', onChoose: onClose }}
      >
        {`Status: ${invoiceStatusLooks[theirs.status].label}. ${sums}${possible ? '' : ' You can’t make this change anymore.'}`}
      </TheirsNotice>
    )
  }
  return { ...sending, i: under ?? first, notice }
}

const REASON_MAX = 500
function ReasonField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (v: string) => void
}) {
  return (
    <Field label="Reason" required {...(error ? { error } : {})}>
      <TextArea rows={2} maxLength={REASON_MAX} value={value} onChange={(e) => onChange(e.currentTarget.value)} />
    </Field>
  )
}

function MarkPaid(props: ActProps) {
  const { onClose } = props
  const { i, pending, errors, problem, notice, send, setErrors } = useInvoiceAct('transfer', props)
  const [typed, setAmount] = useState<string>()
  const amount = typed ?? formatCentsForInput(i.dueCents)
  const [paidOn, setPaidOn] = useState(getToday)
  const [reference, setReference] = useState('')
  const [keys] = useState(createOnceKeys)
  const cents = readCents(amount)
  const rest = cents === undefined ? 0 : i.dueCents - cents
  async function go() {
    if (cents === undefined) return setErrors({ amountCents: 'Enter an amount, such as 1750 or 1,750.00.' })
    if (reference.trim() === '') return setErrors({ reference: 'Enter the bank reference.' })
    const input = { id: i.id, version: i.version, amountCents: cents, paidOn, reference: reference.trim() }
    const ok = await send(() => client.billing.markPaid(input, { context: { idempotencyKey: keys.keyFor(input) } }))
    void refreshMoney()
    if (!ok) return
    keys.done()
    showToast({ tone: 'good', title: rest > 0 ? 'Payment recorded' : `${i.number} is paid in full` })
    onClose()
  }
  return (
    <ActFrame
      title={`Record payment for ${i.number}`}
      description={`${formatCents(i.dueCents)} is due from ${i.company.name}. Hours on this invoice become available once it is paid in full.`}
      confirm="Record payment"
      pending={pending}
      problem={problem}
      disabled={notice !== undefined}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {notice}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Amount (USD)"
          required
          {...(errors.amountCents ? { error: errors.amountCents } : {})}
          {...(rest > 0 ? { hint: `${formatCents(rest)} will remain due.` } : {})}
        >
          <TextInput inputMode="decimal" value={amount} onChange={(e) => setAmount(e.currentTarget.value)} />
        </Field>
        <Field label="Received on" required {...(errors.paidOn ? { error: errors.paidOn } : {})}>
          <TextInput
            type="date"
            className="[color-scheme:dark]"
            max={getToday()}
            value={paidOn}
            onChange={(e) => setPaidOn(e.currentTarget.value)}
          />
        </Field>
      </div>
      <Field label="Bank reference" required {...(errors.reference ? { error: errors.reference } : {})}>
        <TextInput
          maxLength={200}
          autoComplete="off"
          value={reference}
          onChange={(e) => setReference(e.currentTarget.value)}
        />
      </Field>
    </ActFrame>
  )
}

function WithReason({ act, ...props }: ActProps & { act: 'void' | 'release' }) {
  const { onClose } = props
  const { i, pending, errors, problem, notice, send, setErrors } = useInvoiceAct(act, props)
  const [reason, setReason] = useState('')
  const waiting = i.hours.filter((h) => h.state === 'pending').reduce((sum, h) => sum + h.minutes, 0)
  async function go() {
    if (reason.trim() === '') return setErrors({ reason: 'Enter a reason.' })
    const input = { id: i.id, version: i.version, reason: reason.trim() }
    const ok = await send(() =>
      act === 'void' ? client.billing.voidInvoice(input) : client.billing.releaseHours(input),
    )
    void refreshMoney()
    if (!ok) return
    showToast({
      tone: 'good',
      title: act === 'void' ? `${i.number} voided` : `${formatMinutes(waiting)} released`,
    })
    onClose()
  }
  return (
    <ActFrame
      title={act === 'void' ? `Void ${i.number}?` : `Release ${formatMinutes(waiting)} before payment?`}
      description={
        act === 'void'
          ? `Nothing will be due on this invoice${waiting > 0 ? `, and ${formatMinutes(waiting)} awaiting payment will be canceled` : ''}. The invoice keeps its number. You can’t undo this.`
          : 'The invoice stays open. The partner sees who released the hours and why.'
      }
      confirm={act === 'void' ? 'Void invoice' : 'Release hours'}
      danger={act === 'void'}
      pending={pending}
      problem={problem}
      disabled={notice !== undefined}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {notice}
      <ReasonField value={reason} error={errors.reason} onChange={setReason} />
    </ActFrame>
  )
}

function BillAgain(props: ActProps) {
  const { onClose } = props
  const { i, pending, problem, notice, send } = useInvoiceAct('again', props)
  const [keys] = useState(createOnceKeys)
  async function go() {
    const input = { id: i.id, version: i.version }
    let made: { number: string } | undefined
    const ok = await send(async () => {
      made = await client.billing.billAgain(input, { context: { idempotencyKey: keys.keyFor(input) } })
    })
    void refreshMoney()
    if (!ok || !made) return
    keys.done()
    showToast({ tone: 'good', title: `Invoice ${made.number} issued` })
    onClose()
  }
  return (
    <ActFrame
      title={`Reissue ${i.number}?`}
      description={`This issues a new invoice with the same lines and prices, ${formatCents(i.totalCents)} in total. Hours that were canceled with this invoice are added again unless they have expired.`}
      confirm="Reissue invoice"
      pending={pending}
      problem={problem}
      disabled={notice !== undefined}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {notice}
      <ul className="text-muted text-xs">
        {i.lines.map((line) => (
          <li key={line.id} className="flex justify-between gap-4 py-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">{line.description}</span>
            <span className="tabular shrink-0">{formatCents(line.amountCents)}</span>
          </li>
        ))}
      </ul>
    </ActFrame>
  )
}

/** Describes the hours of an invoice that a refund can remove. Empty if they wait for the payment. */
function describeHours(
  offer: { unusedMinutes: number; minutes: number; unusedCents: number },
  { hours }: Invoice,
): string {
  if (offer.unusedMinutes > 0)
    return `Unused: ${formatMinutes(offer.unusedMinutes)} of ${formatMinutes(offer.minutes)}, worth ${formatCents(offer.unusedCents)}.`
  if (offer.minutes > 0) return 'All hours on this invoice are used.'
  return hours.length > 0 ? '' : 'This invoice has no hours.'
}

function Refund(props: ActProps) {
  const { onClose } = props
  const { i, pending, errors, problem, notice, send, setErrors } = useInvoiceAct('refund', props)
  const [amount, setAmount] = useState<string>()
  const [minutes, setMinutes] = useState<string>()
  const [paymentId, setPaymentId] = useState<string>()
  const [reason, setReason] = useState('')
  const [keys] = useState(createOnceKeys)
  const wanted = amount === undefined ? undefined : readCents(amount)
  const proposal = (amountCents?: number) => {
    const input = { id: i.id, ...(amountCents ? { amountCents } : {}) }
    return api.billing.refundProposal.queryOptions({
      input,
      // Read once for each version, because a retry after a lost response must send the same payment and amount. Nothing
      // is kept for the next dialog: another payment can have arrived by then.
      queryKey: [...api.billing.refundProposal.queryKey({ input }), i.version],
      staleTime: 'static',
      gcTime: 0,
      placeholderData: (before) => before,
    })
  }
  const { data: offer } = useQuery(proposal())
  const payment = offer?.payments.find((p) => p.id === paymentId) ?? offer?.payments[0]
  const suggested = offer
    ? Math.min(offer.unusedCents > 0 ? offer.unusedCents : (payment?.leftCents ?? 0), payment?.leftCents ?? 0)
    : 0
  const cents = wanted ?? (amount === undefined ? suggested : undefined)
  // The server calculates the share of the amount: a second payment of the same invoice, for example, bought no hours.
  const { data: share } = useQuery({ ...proposal(cents), enabled: Boolean(offer && cents) })
  const takes = cents ? share?.takesMinutes : 0
  const taking = minutes === undefined ? (takes ?? 0) : /^\d+$/.test(minutes) ? Number(minutes) : 0
  async function go() {
    if (!payment) return
    if (!cents) return setErrors({ amountCents: 'Enter an amount, such as 350 or 350.50.' })
    const taken = minutes === undefined ? undefined : Number(minutes)
    if (taken !== undefined && (!Number.isInteger(taken) || taken < 0))
      return setErrors({ minutes: 'Enter whole minutes.' })
    if (reason.trim() === '') return setErrors({ reason: 'Enter a reason.' })
    const input = {
      id: i.id,
      version: i.version,
      paymentId: payment.id,
      amountCents: cents,
      // Without minutes, the server removes the share of the amount, also of hours that are not usable yet.
      ...(taken === undefined ? {} : { minutes: taken }),
      reason: reason.trim(),
    }
    const ok = await send(() => client.billing.refund(input, { context: { idempotencyKey: keys.keyFor(input) } }))
    void refreshMoney()
    if (!ok) return
    keys.done()
    showToast({ tone: 'good', title: `Refund of ${formatCents(cents)} recorded` })
    onClose()
  }
  return (
    <ActFrame
      title={`Refund ${i.number}`}
      description={
        offer
          ? [i.status === 'open' && 'The refunded amount will be due again.', describeHours(offer, i)]
              .filter(Boolean)
              .join(' ')
          : 'Loading the refundable amount…'
      }
      confirm={cents ? `Refund ${formatCents(cents)}` : 'Refund payment'}
      danger
      pending={pending}
      problem={problem}
      disabled={!payment || notice !== undefined}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {notice}
      {offer && offer.payments.length > 1 && (
        <Field label="Payment" {...(errors.paymentId ? { error: errors.paymentId } : {})}>
          <Select value={payment?.id ?? ''} onChange={(e) => setPaymentId(e.currentTarget.value)}>
            {offer.payments.map((p) => (
              <option key={p.id} value={p.id}>
                {`${p.card ? formatCard(p.card) : 'Bank transfer'}, ${formatCents(p.leftCents)} of ${formatCents(p.amountCents)} refundable`}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Amount (USD)"
          required
          {...(errors.amountCents ? { error: errors.amountCents } : {})}
          {...(payment ? { hint: `Up to ${formatCents(payment.leftCents)}.` } : {})}
        >
          <TextInput
            inputMode="decimal"
            value={amount ?? (suggested > 0 ? formatCentsForInput(suggested) : '')}
            onChange={(e) => setAmount(e.currentTarget.value)}
          />
        </Field>
        {offer && offer.minutes > 0 && (
          <Field
            label="Minutes to remove"
            {...(errors.minutes ? { error: errors.minutes } : {})}
            hint={`${formatMinutes(taking)}. Up to ${offer.unusedMinutes.toLocaleString('en-US')} minutes.`}
          >
            <TextInput
              inputMode="numeric"
              value={minutes ?? takes?.toString() ?? ''}
              onChange={(e) => setMinutes(e.currentTarget.value)}
            />
          </Field>
        )}
      </div>
      {payment?.method === 'transfer' && (
        <p className="text-muted text-xs">You need to send the bank transfer yourself. This only records it.</p>
      )}
      <ReasonField value={reason} error={errors.reason} onChange={setReason} />
    </ActFrame>
  )
}
