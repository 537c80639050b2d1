import { useState } from 'react'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Field, TextInput } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { formatCents, formatCentsForInput, readCents } from '../../../ui/text/money-text.ts'
import { client } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { useSending } from '../../platform/data/use-sending.ts'
import { ActFrame } from '../../platform/forms/act-frame.tsx'
import { TheirsNotice } from '../../platform/forms/theirs-notice.tsx'
import type { Pack } from '../model.ts'
import { refreshMoney } from '../stripe-queries.ts'

const HOUR = 60
const typed = (pack: Pack | undefined) => ({
  name: pack?.name ?? '',
  hours: pack ? String(pack.minutes / HOUR) : '',
  price: pack ? formatCentsForInput(pack.priceCents) : '',
  months: String(pack?.validMonths ?? 12),
})

/** Adds or edits an hour pack. */
export function PackDialog({ pack, onClose }: { pack: Pack | undefined; onClose: () => void }) {
  const [form, setForm] = useState(typed(pack))
  const [keys] = useState(createOnceKeys)
  const { pending, errors, problem, theirs, under, send, setErrors, keepMine } = useSending<Pack>()
  const set = (part: Partial<typeof form>) => setForm((was) => ({ ...was, ...part }))
  const minutes = Math.round(Number(form.hours.replace(',', '.')) * HOUR)
  const cents = readCents(form.price)
  async function go() {
    const wrong: Record<string, string> = {}
    if (form.name.trim() === '') wrong.name = 'Enter a name.'
    if (!(minutes > 0)) wrong.minutes = 'Enter hours, such as 20.'
    if (cents === undefined) wrong.priceCents = 'Enter an amount, such as 3325.'
    if (Object.keys(wrong).length > 0 || cents === undefined) return setErrors(wrong)
    const fields = { name: form.name.trim(), minutes, priceCents: cents, validMonths: Number(form.months) }
    const ok = await send(() =>
      pack
        ? client.billing.editPack({ id: pack.id, version: (under ?? pack).version, ...fields })
        : client.billing.createPack(fields, { context: { idempotencyKey: keys.keyFor(fields) } }),
    )
    void refreshMoney()
    if (!ok) return
    keys.done()
    showToast({ tone: 'good', title: pack ? `${fields.name} updated` : `${fields.name} added` })
    onClose()
  }
  return (
    <ActFrame
      title={pack ? `Edit ${pack.name}` : 'New hour pack'}
      description={
        minutes > 0 && cents
          ? `${formatCents(Math.round((cents * HOUR) / minutes))} an hour.`
          : 'A number of hours that owners can buy at a fixed price.'
      }
      confirm={pack ? 'Save pack' : 'Add pack'}
      pending={pending}
      problem={problem}
      disabled={theirs !== undefined}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {theirs && (
        <TheirsNotice
          title="Someone else changed this pack while you were editing"
          choice={{ label: 'Keep my version', onChoose: keepMine }}
        >
          {`It is now ${theirs.name}: ${formatMinutes(theirs.minutes)} for ${formatCents(theirs.priceCents)}, valid for ${theirs.validMonths} ${theirs.validMonths === 1 ? 'month' : 'months'}.`}
        </TheirsNotice>
      )}
      <Field label="Name" required {...(errors.name ? { error: errors.name } : {})}>
        <TextInput maxLength={100} value={form.name} onChange={(e) => set({ name: e.currentTarget.value })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Hours" required {...(errors.minutes ? { error: errors.minutes } : {})}>
          <TextInput inputMode="decimal" value={form.hours} onChange={(e) => set({ hours: e.currentTarget.value })} />
        </Field>
        <Field label="Price (USD)" required {...(errors.priceCents ? { error: errors.priceCents } : {})}>
          <TextInput inputMode="decimal" value={form.price} onChange={(e) => set({ price: e.currentTarget.value })} />
        </Field>
        <Field label="Valid for (months)" required {...(errors.validMonths ? { error: errors.validMonths } : {})}>
          <TextInput inputMode="numeric" value={form.months} onChange={(e) => set({ months: e.currentTarget.value })} />
        </Field>
      </div>
    </ActFrame>
  )
}
