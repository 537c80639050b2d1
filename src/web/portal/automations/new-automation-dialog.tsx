import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Field, TextInput } from '../../ui/field.tsx'
import type { Choice } from '../../ui/search-select.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client } from '../platform/api.ts'
import { allPartnersOptions } from '../platform/choice-options.ts'
import { FoundField } from '../platform/found-field.tsx'
import { onceKeys } from '../platform/once.ts'
import { PartnerField } from '../platform/partner-field.tsx'
import { useSending } from '../platform/use-sending.ts'
import { refreshAutomations } from './automation-queries.ts'
import { IntervalField } from './interval-field.tsx'
import { productsByName } from './staff-lists.tsx'

/** Installs a product, or something made for one company, by hand. */
export function NewAutomationDialog({ companyId, onClose }: { companyId?: string; onClose: () => void }) {
  const navigate = useNavigate()
  const [company, setCompany] = useState<Choice | null>(null)
  const [from, setFrom] = useState<'product' | 'own'>('product')
  const [product, setProduct] = useState<Choice | null>(null)
  const [name, setName] = useState('')
  const [minutes, setMinutes] = useState('')
  const [expected, setExpected] = useState<number | null>(null)
  const [keys] = useState(onceKeys)
  const { pending, errors, problem, send, setErrors } = useSending()
  const wrong = (field: string) => (errors[field] ? { error: errors[field] } : {})

  async function go() {
    const missing: Record<string, string> = {}
    const to = companyId ?? company?.id
    if (!to) missing.companyId = 'Choose a partner.'
    if (from === 'product' && !product) missing.productId = 'Choose a product.'
    if (from === 'own' && name.trim() === '') missing.name = 'Give it a name.'
    if (minutes.trim() === '' ? from === 'own' : !/^\d{1,3}$/.test(minutes.trim()))
      missing.minutesPerRun = 'Minutes, from 0 to 480.'
    if (Object.keys(missing).length > 0 || !to) return setErrors(missing)
    const input = {
      companyId: to,
      productId: from === 'product' ? (product?.id ?? null) : null,
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(minutes.trim() ? { minutesPerRun: Number(minutes) } : {}),
      expectedMinutes: expected,
    }
    let made: string | undefined
    const ok = await send(async () => {
      made = (await client.automations.create(input, { context: { idempotencyKey: keys.keyFor(input) } })).id
    })
    if (!ok || !made) return
    keys.done()
    void refreshAutomations()
    toast({ tone: 'good', title: 'Installed', description: 'Set it up, then say that it is live.' })
    onClose()
    void navigate(`/apps-automations/${made}?tab=manage`)
  }
  return (
    <ActFrame
      size="md"
      phone="full"
      title="New automation"
      description="By hand, without an order: nothing is billed for it."
      confirm="Install"
      pending={pending}
      problem={problem}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {!companyId && (
        <PartnerField value={company} onChange={setCompany} error={errors.companyId} find={allPartnersOptions} />
      )}
      <Segmented
        label="What it is"
        value={from}
        onChange={setFrom}
        options={[
          { value: 'product', label: 'A product' },
          { value: 'own', label: 'Made for them' },
        ]}
      />
      {from === 'product' && (
        <FoundField
          label="Product"
          required
          value={product}
          onChange={setProduct}
          error={errors.productId}
          placeholder="Find a product by name"
          none={['No product is called so.', 'There are no products yet.']}
          find={productsByName}
        />
      )}
      <Field
        label="Name"
        {...(from === 'own' ? { required: true } : { optional: true, hint: 'Left out: the name of the product.' })}
        {...wrong('name')}
      >
        <TextInput maxLength={100} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Field
        label="Minutes that one run saves"
        className="sm:max-w-64"
        {...(from === 'own' ? { required: true } : { optional: true, hint: 'Left out: those of the product.' })}
        {...wrong('minutesPerRun')}
      >
        <TextInput inputMode="numeric" value={minutes} onChange={(event) => setMinutes(event.currentTarget.value)} />
      </Field>
      <IntervalField value={expected} onChange={setExpected} error={errors.expectedMinutes} />
    </ActFrame>
  )
}
