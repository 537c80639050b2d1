import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Field, TextInput } from '../../../ui/forms/field.tsx'
import type { Choice } from '../../../ui/forms/search-select.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { client } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { useSending } from '../../platform/data/use-sending.ts'
import { ActFrame } from '../../platform/forms/act-frame.tsx'
import { allPartnersOptions } from '../../platform/forms/choice-options.ts'
import { FoundField } from '../../platform/forms/found-field.tsx'
import { PartnerField } from '../../platform/forms/partner-field.tsx'
import { refreshAutomations } from '../automation-queries.ts'
import { IntervalField } from './interval-field.tsx'
import { productsByNameOptions } from './staff-lists.tsx'

/** Adds an automation without an order: a product, or one made for a single company. */
export function NewAutomationDialog({ companyId, onClose }: { companyId?: string; onClose: () => void }) {
  const navigate = useNavigate()
  const [company, setCompany] = useState<Choice | null>(null)
  const [from, setFrom] = useState<'product' | 'own'>('product')
  const [product, setProduct] = useState<Choice | null>(null)
  const [name, setName] = useState('')
  const [minutes, setMinutes] = useState('')
  const [expected, setExpected] = useState<number | null>(null)
  const [keys] = useState(createOnceKeys)
  const { pending, errors, problem, send, setErrors } = useSending()
  const wrong = (field: string) => (errors[field] ? { error: errors[field] } : {})

  async function go() {
    const missing: Record<string, string> = {}
    const to = companyId ?? company?.id
    if (!to) missing.companyId = 'Choose a partner.'
    if (from === 'product' && !product) missing.productId = 'Choose a product.'
    if (from === 'own' && name.trim() === '') missing.name = 'Enter a name.'
    if (minutes.trim() === '' ? from === 'own' : !/^\d{1,3}$/.test(minutes.trim()))
      missing.minutesPerRun = 'Enter 0 to 480 minutes.'
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
    showToast({ tone: 'good', title: 'Automation added', description: 'Next, set it up and take it live.' })
    onClose()
    void navigate(`/apps-automations/${made}?tab=manage`)
  }
  return (
    <ActFrame
      size="md"
      phone="full"
      title="New automation"
      description="Add an automation without an order. Nothing is billed for it."
      confirm="Add automation"
      pending={pending}
      problem={problem}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {!companyId && (
        <PartnerField value={company} onChange={setCompany} error={errors.companyId} find={allPartnersOptions} />
      )}
      <Segmented
        label="Type"
        value={from}
        onChange={setFrom}
        options={[
          { value: 'product', label: 'Product' },
          { value: 'own', label: 'Custom' },
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
          none={['No products match.', 'There are no products yet.']}
          find={productsByNameOptions}
        />
      )}
      <Field
        label="Name"
        {...(from === 'own' ? { required: true } : { optional: true, hint: 'Default: the name of the product.' })}
        {...wrong('name')}
      >
        <TextInput maxLength={100} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Field
        label="Minutes saved per run"
        className="sm:max-w-64"
        {...(from === 'own' ? { required: true } : { optional: true, hint: 'Default: the minutes of the product.' })}
        {...wrong('minutesPerRun')}
      >
        <TextInput inputMode="numeric" value={minutes} onChange={(event) => setMinutes(event.currentTarget.value)} />
      </Field>
      <IntervalField value={expected} onChange={setExpected} error={errors.expectedMinutes} />
    </ActFrame>
  )
}
