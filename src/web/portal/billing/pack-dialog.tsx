import { useState } from 'react'
import { Field, TextInput } from '../../ui/field.tsx'
import { readCents, showCents, typedCents } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import { TheirsNotice } from '../platform/theirs-notice.tsx'
import { useSending } from '../platform/use-sending.ts'
import type { Pack } from './model.ts'
import { refreshMoney } from './stripe-queries.ts'

const HOUR = 60
const typed = (pack: Pack | undefined) => ({
  name: pack?.name ?? '',
  hours: pack ? String(pack.minutes / HOUR) : '',
  price: pack ? typedCents(pack.priceCents) : '',
  months: String(pack?.validMonths ?? 12),
})

/** A new pack, or a change of one that is sold. */
export function PackDialog({ pack, onClose }: { pack: Pack | undefined; onClose: () => void }) {
  const [form, setForm] = useState(typed(pack))
  const [keys] = useState(onceKeys)
  const { pending, errors, problem, theirs, under, send, setErrors, keepMine } = useSending<Pack>()
  const set = (part: Partial<typeof form>) => setForm((was) => ({ ...was, ...part }))
  const minutes = Math.round(Number(form.hours.replace(',', '.')) * HOUR)
  const cents = readCents(form.price)
  async function go() {
    const wrong: Record<string, string> = {}
    if (form.name.trim() === '') wrong.name = 'Give it a name.'
    if (!(minutes > 0)) wrong.minutes = 'Hours, such as 20.'
    if (cents === undefined) wrong.priceCents = 'An amount, such as 3325.'
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
    toast({ tone: 'good', title: pack ? `${fields.name} is changed` : `${fields.name} is sold now` })
    onClose()
  }
  return (
    <ActFrame
      title={pack ? `Edit ${pack.name}` : 'New pack'}
      description={
        minutes > 0 && cents
          ? `${showCents(Math.round((cents * HOUR) / minutes))} an hour.`
          : 'What owners buy in one go.'
      }
      confirm={pack ? 'Save' : 'Add pack'}
      pending={pending}
      problem={problem}
      disabled={theirs !== undefined}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {theirs && (
        <TheirsNotice
          title="Somebody else changed this pack meanwhile"
          choice={{ label: 'Keep mine', onChoose: keepMine }}
        >
          {`It is ${theirs.name} for ${showCents(theirs.priceCents)}, ${theirs.minutes / HOUR} hours, ${theirs.validMonths} months now.`}
        </TheirsNotice>
      )}
      <Field label="Name" required {...(errors.name ? { error: errors.name } : {})}>
        <TextInput maxLength={100} value={form.name} onChange={(e) => set({ name: e.currentTarget.value })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Hours" required {...(errors.minutes ? { error: errors.minutes } : {})}>
          <TextInput inputMode="decimal" value={form.hours} onChange={(e) => set({ hours: e.currentTarget.value })} />
        </Field>
        <Field label="Price in $" required {...(errors.priceCents ? { error: errors.priceCents } : {})}>
          <TextInput inputMode="decimal" value={form.price} onChange={(e) => set({ price: e.currentTarget.value })} />
        </Field>
        <Field label="Valid, months" required {...(errors.validMonths ? { error: errors.validMonths } : {})}>
          <TextInput inputMode="numeric" value={form.months} onChange={(e) => set({ months: e.currentTarget.value })} />
        </Field>
      </div>
    </ActFrame>
  )
}
