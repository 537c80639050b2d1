import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { readCents, showCents, typedCents } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { api, client } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import { useSending } from '../platform/use-sending.ts'
import { shortCard } from './card-text.ts'
import { type Invoice, todayHere } from './model.ts'
import { refreshMoney } from './stripe-queries.ts'

/** What an administrator does with an invoice. */
export type Act = 'transfer' | 'void' | 'refund' | 'release' | 'again'
interface ActProps {
  invoice: Invoice
  onClose: () => void
}

/** The dialog of one of them. */
export function InvoiceAct({ act, ...props }: ActProps & { act: Act }) {
  if (act === 'transfer') return <MarkPaid {...props} />
  if (act === 'refund') return <Refund {...props} />
  if (act === 'again') return <BillAgain {...props} />
  return <WithReason act={act} {...props} />
}

const changed = 'This invoice was changed meanwhile. Look at it again, then decide anew.'

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

function MarkPaid({ invoice: i, onClose }: ActProps) {
  const [amount, setAmount] = useState(typedCents(i.dueCents))
  const [paidOn, setPaidOn] = useState(todayHere)
  const [reference, setReference] = useState('')
  const [keys] = useState(onceKeys)
  const { pending, errors, problem, theirs, send, setErrors } = useSending<Invoice>()
  const cents = readCents(amount)
  const rest = cents === undefined ? 0 : i.dueCents - cents
  async function go() {
    if (cents === undefined) return setErrors({ amountCents: 'An amount, such as 1750 or 1,750.00.' })
    if (reference.trim() === '') return setErrors({ reference: 'Give the bank’s reference.' })
    const input = { id: i.id, version: i.version, amountCents: cents, paidOn, reference: reference.trim() }
    const ok = await send(() => client.billing.markPaid(input, { context: { idempotencyKey: keys.keyFor(input) } }))
    void refreshMoney()
    if (!ok) return
    keys.done()
    toast({ tone: 'good', title: rest > 0 ? 'The transfer is recorded' : `${i.number} is paid` })
    onClose()
  }
  return (
    <ActFrame
      leave="Keep as it is"
      title={`Mark ${i.number} paid`}
      description={`${i.company.name} owes ${showCents(i.dueCents)}. Hours on it become usable once the whole has come in.`}
      confirm={rest > 0 ? 'Record transfer' : 'Mark paid'}
      pending={pending}
      problem={problem ?? (theirs && changed)}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Amount in $"
          required
          {...(errors.amountCents ? { error: errors.amountCents } : {})}
          {...(rest > 0 ? { hint: `${showCents(rest)} stay open.` } : {})}
        >
          <TextInput inputMode="decimal" value={amount} onChange={(e) => setAmount(e.currentTarget.value)} />
        </Field>
        <Field label="Arrived on" required {...(errors.paidOn ? { error: errors.paidOn } : {})}>
          <TextInput
            type="date"
            className="[color-scheme:dark]"
            max={todayHere()}
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

function WithReason({ act, invoice: i, onClose }: ActProps & { act: 'void' | 'release' }) {
  const [reason, setReason] = useState('')
  const { pending, errors, problem, theirs, send, setErrors } = useSending<Invoice>()
  const waiting = i.hours.filter((h) => h.state === 'pending').reduce((sum, h) => sum + h.minutes, 0)
  async function go() {
    if (reason.trim() === '') return setErrors({ reason: 'Say why.' })
    const input = { id: i.id, version: i.version, reason: reason.trim() }
    const ok = await send(() =>
      act === 'void' ? client.billing.voidInvoice(input) : client.billing.releaseHours(input),
    )
    void refreshMoney()
    if (!ok) return
    toast({ tone: 'good', title: act === 'void' ? `${i.number} is void` : `${showMinutes(waiting)} can be used now` })
    onClose()
  }
  return (
    <ActFrame
      leave="Keep as it is"
      title={act === 'void' ? `Void ${i.number}?` : `Release ${showMinutes(waiting)} before they are paid?`}
      description={
        act === 'void'
          ? `Nothing is owed on it any more${waiting > 0 ? `, and the ${showMinutes(waiting)} that wait for it go` : ''}. Its number stays. This cannot be undone.`
          : 'The invoice stays open. The partner reads who released the hours and why.'
      }
      confirm={act === 'void' ? 'Void invoice' : 'Release hours'}
      danger={act === 'void'}
      pending={pending}
      problem={problem ?? (theirs && changed)}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <ReasonField value={reason} error={errors.reason} onChange={setReason} />
    </ActFrame>
  )
}

function BillAgain({ invoice: i, onClose }: ActProps) {
  const [keys] = useState(onceKeys)
  const { pending, problem, theirs, send } = useSending<Invoice>()
  async function go() {
    const input = { id: i.id, version: i.version }
    let made: { number: string } | undefined
    const ok = await send(async () => {
      made = await client.billing.billAgain(input, { context: { idempotencyKey: keys.keyFor(input) } })
    })
    void refreshMoney()
    if (!ok || !made) return
    keys.done()
    toast({ tone: 'good', title: `${made.number} is issued in its place` })
    onClose()
  }
  return (
    <ActFrame
      leave="Keep as it is"
      title={`Bill ${i.number} again?`}
      description={`The same lines at the same prices, ${showCents(i.totalCents)} in all, under a new number. Hours that were taken back with it come again, where their last day is not over.`}
      confirm="Bill again"
      pending={pending}
      problem={problem ?? (theirs && changed)}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <ul className="text-muted text-xs">
        {i.lines.map((line) => (
          <li key={line.id} className="flex justify-between gap-4 py-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">{line.description}</span>
            <span className="tabular shrink-0">{showCents(line.amountCents)}</span>
          </li>
        ))}
      </ul>
    </ActFrame>
  )
}

function Refund({ invoice: i, onClose }: ActProps) {
  const [amount, setAmount] = useState<string>()
  const [minutes, setMinutes] = useState<string>()
  const [paymentId, setPaymentId] = useState<string>()
  const [reason, setReason] = useState('')
  const [keys] = useState(onceKeys)
  const { pending, errors, problem, theirs, send, setErrors } = useSending<Invoice>()
  const wanted = amount === undefined ? undefined : readCents(amount)
  const { data: offer } = useQuery(
    api.billing.refundProposal.queryOptions({
      input: { id: i.id, ...(wanted ? { amountCents: wanted } : {}) },
      staleTime: 2_000,
      placeholderData: (before) => before,
    }),
  )
  const payment = offer?.payments.find((p) => p.id === paymentId) ?? offer?.payments[0]
  const suggested = offer
    ? Math.min(offer.unusedCents > 0 ? offer.unusedCents : (payment?.leftCents ?? 0), payment?.leftCents ?? 0)
    : 0
  const cents = wanted ?? (amount === undefined ? suggested : undefined)
  const takes = offer ? (amount === undefined ? offer.unusedMinutes : offer.takesMinutes) : 0
  const taking = minutes === undefined ? takes : /^\d+$/.test(minutes) ? Number(minutes) : 0
  async function go() {
    if (!payment) return
    if (!cents) return setErrors({ amountCents: 'An amount, such as 350 or 350.50.' })
    const taken = minutes === undefined ? takes : Number(minutes)
    if (!Number.isInteger(taken) || taken < 0) return setErrors({ minutes: 'Whole minutes.' })
    if (reason.trim() === '') return setErrors({ reason: 'Say why.' })
    const input = {
      id: i.id,
      version: i.version,
      paymentId: payment.id,
      amountCents: cents,
      minutes: taken,
      reason: reason.trim(),
    }
    const ok = await send(() => client.billing.refund(input, { context: { idempotencyKey: keys.keyFor(input) } }))
    void refreshMoney()
    if (!ok) return
    keys.done()
    toast({ tone: 'good', title: `${showCents(cents)} go back` })
    onClose()
  }
  return (
    <ActFrame
      leave="Keep as it is"
      title={`Refund ${i.number}`}
      description={
        !offer
          ? 'Looking at what can be given back.'
          : offer.unusedMinutes > 0
            ? `${showMinutes(offer.unusedMinutes)} of ${showMinutes(offer.minutes)} are unused, worth ${showCents(offer.unusedCents)}.`
            : offer.minutes > 0
              ? 'All hours bought with it are used.'
              : 'No hours come with it.'
      }
      confirm={cents ? `Refund ${showCents(cents)}` : 'Refund'}
      danger
      pending={pending}
      problem={problem ?? (theirs && changed)}
      disabled={!payment}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {offer && offer.payments.length > 1 && (
        <Field label="Payment" {...(errors.paymentId ? { error: errors.paymentId } : {})}>
          <Select value={payment?.id ?? ''} onChange={(e) => setPaymentId(e.currentTarget.value)}>
            {offer.payments.map((p) => (
              <option key={p.id} value={p.id}>
                {`${p.card ? shortCard(p.card) : 'Transfer'}, ${showCents(p.leftCents)} left of ${showCents(p.amountCents)}`}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Amount in $"
          required
          {...(errors.amountCents ? { error: errors.amountCents } : {})}
          {...(payment ? { hint: `At most ${showCents(payment.leftCents)}.` } : {})}
        >
          <TextInput
            inputMode="decimal"
            value={amount ?? (suggested > 0 ? typedCents(suggested) : '')}
            onChange={(e) => setAmount(e.currentTarget.value)}
          />
        </Field>
        {offer && offer.minutes > 0 && (
          <Field
            label="Minutes to take back"
            {...(errors.minutes ? { error: errors.minutes } : {})}
            hint={`${showMinutes(taking)}, at most ${offer.unusedMinutes.toLocaleString('en-US')} minutes.`}
          >
            <TextInput
              inputMode="numeric"
              value={minutes ?? String(takes)}
              onChange={(e) => setMinutes(e.currentTarget.value)}
            />
          </Field>
        )}
      </div>
      {payment?.method === 'transfer' && (
        <p className="text-muted text-xs">It came by transfer: send the money yourself. This records it.</p>
      )}
      <ReasonField value={reason} error={errors.reason} onChange={setReason} />
    </ActFrame>
  )
}
