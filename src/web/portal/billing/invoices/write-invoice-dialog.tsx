import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { lineCents } from '../../../../contract/plain/line-amount.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { formatCents, readCents } from '../../../ui/text/money-text.ts'
import { client } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { useSending } from '../../platform/data/use-sending.ts'
import { EditFrame } from '../../platform/forms/edit-frame.tsx'
import { refreshMoney } from '../stripe-queries.ts'

type Line = { key: string; description: string; quantity: string; price: string }
const MOST_LINES = 50
const empty = (): Line => ({ key: crypto.randomUUID(), description: '', quantity: '1', price: '' })
const quantityOf = (line: Line) =>
  /^(\d{1,5}(\.\d{0,3})?|\.\d{1,3})$/.test(line.quantity.trim()) ? Number(line.quantity) : undefined
const amountOf = (line: Line) => lineCents(quantityOf(line) ?? 0, readCents(line.price) ?? 0)
const touched = (line: Line) => line.description.trim() !== '' || line.price.trim() !== ''

/** Creates a manual invoice for one company. `onMade` gets the invoice's id. */
export function WriteInvoiceDialog({
  companyId,
  onMade,
  onClose,
}: {
  companyId: string
  onMade: (id: string) => void
  onClose: () => void
}) {
  const [lines, setLines] = useState([empty()])
  const [days, setDays] = useState('15')
  const [keys] = useState(createOnceKeys)
  const { pending, errors, problem, send, setErrors } = useSending()
  const set = (key: string, part: Partial<Line>) =>
    setLines((all) => all.map((line) => (line.key === key ? { ...line, ...part } : line)))
  const total = lines.reduce((sum, line) => sum + amountOf(line), 0)

  async function go() {
    const wrong: Record<string, string> = {}
    lines.forEach((line, n) => {
      if (line.description.trim() === '') wrong[`lines.${n}.description`] = 'Enter a description.'
      if (!quantityOf(line))
        wrong[`lines.${n}.quantity`] = 'Enter a quantity above 0, such as 2 or 1.5, with up to three decimal places.'
      if (readCents(line.price) === undefined) wrong[`lines.${n}.unitCents`] = 'Enter a price, such as 150 or 12.50.'
    })
    if (!/^\d{1,3}$/.test(days.trim())) wrong.paymentDays = 'Enter a number of days, such as 15.'
    if (Object.keys(wrong).length > 0) return setErrors(wrong)
    const input = {
      companyId,
      paymentDays: Number(days),
      lines: lines.map((line) => ({
        description: line.description.trim(),
        quantity: quantityOf(line) as number,
        unitCents: readCents(line.price) as number,
      })),
    }
    let made: { id: string; number: string } | undefined
    const ok = await send(async () => {
      made = await client.billing.writeInvoice(input, { context: { idempotencyKey: keys.keyFor(input) } })
    })
    void refreshMoney()
    if (!ok || !made) return
    keys.done()
    showToast({ tone: 'good', title: `Invoice ${made.number} issued` })
    onClose()
    onMade(made.id)
  }

  return (
    <EditFrame
      title="New invoice"
      description="The invoice is issued immediately and sent to the company’s owners."
      dirty={lines.some(touched)}
      pending={pending}
      problem={problem ?? errors.lines ?? errors.companyId}
      conflict={undefined}
      save={total > 0 ? `Issue invoice for ${formatCents(total)}` : 'Issue invoice'}
      onSave={() => {
        if (!pending) void go()
      }}
      onClose={onClose}
    >
      <ol className="flex flex-col gap-4">
        {lines.map((line, n) => (
          <li key={line.key}>
            <fieldset className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 border-line border-b pb-4 sm:grid-cols-[minmax(0,1fr)_6rem_9rem_7rem_auto] sm:border-b-0 sm:pb-0">
              <legend className="sr-only">Line {n + 1}</legend>
              <Field
                label="Description"
                required
                className="max-sm:col-span-3"
                {...(errors[`lines.${n}.description`] ? { error: errors[`lines.${n}.description`] as string } : {})}
              >
                <TextInput
                  maxLength={500}
                  value={line.description}
                  onChange={(e) => set(line.key, { description: e.currentTarget.value })}
                />
              </Field>
              <Field
                label="Quantity"
                required
                {...(errors[`lines.${n}.quantity`] ? { error: errors[`lines.${n}.quantity`] as string } : {})}
              >
                <TextInput
                  inputMode="decimal"
                  value={line.quantity}
                  onChange={(e) => set(line.key, { quantity: e.currentTarget.value })}
                />
              </Field>
              <Field
                label="Unit price (USD)"
                required
                {...(errors[`lines.${n}.unitCents`] ? { error: errors[`lines.${n}.unitCents`] as string } : {})}
              >
                <TextInput
                  inputMode="decimal"
                  value={line.price}
                  onChange={(e) => set(line.key, { price: e.currentTarget.value })}
                />
              </Field>
              <p className="hidden self-start pt-8 text-end sm:block">
                <span className="sr-only">Amount </span>
                <span className="tabular">{formatCents(amountOf(line))}</span>
              </p>
              <IconButton
                label={`Remove line ${n + 1}`}
                icon={<Trash2 aria-hidden className="size-4" />}
                className="mt-6"
                disabled={lines.length === 1}
                onClick={() => setLines((all) => all.filter((other) => other.key !== line.key))}
              />
            </fieldset>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Button
          type="button"
          icon={<Plus aria-hidden className="size-4" />}
          disabled={lines.length >= MOST_LINES}
          onClick={() => setLines((all) => [...all, empty()])}
        >
          Add line
        </Button>
        <Field
          label="Due in (days)"
          required
          className="w-32"
          {...(errors.paymentDays ? { error: errors.paymentDays } : {})}
        >
          <TextInput inputMode="numeric" value={days} onChange={(e) => setDays(e.currentTarget.value)} />
        </Field>
      </div>
    </EditFrame>
  )
}
