import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import { useDebounced } from '../platform/use-debounced.ts'
import { useSending } from '../platform/use-sending.ts'
import { refreshAutomations } from './automation-queries.ts'
import { IntervalField } from './interval-field.tsx'
import { partnersByName, productsByName } from './staff-lists.tsx'

type Named = { id: string; name: string }

/** Installs a product, or something made for one company, by hand. */
export function NewAutomationDialog({ companyId, onClose }: { companyId?: string; onClose: () => void }) {
  const navigate = useNavigate()
  const id = useId()
  const [company, setCompany] = useState<Named | null>(null)
  const [from, setFrom] = useState<'product' | 'own'>('product')
  const [product, setProduct] = useState<Named | null>(null)
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
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      phone="full"
      title="New automation"
      description="By hand, without an order: nothing is billed for it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} pending={pending}>
            Install
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) void go()
        }}
      >
        {problem && <Banner tone="bad">{problem}</Banner>}
        {!companyId && (
          <Search
            label="Partner"
            value={company}
            onChange={setCompany}
            options={partnersByName}
            placeholder="Find a partner by name"
            error={errors.companyId}
          />
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
          <Search
            label="Product"
            value={product}
            onChange={setProduct}
            options={productsByName}
            placeholder="Find a product by name"
            error={errors.productId}
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
      </form>
    </Dialog>
  )
}

interface SearchProps {
  label: string
  value: Named | null
  onChange: (value: Named | null) => void
  options: typeof partnersByName | typeof productsByName
  placeholder: string
  error: string | undefined
}

function Search({ label, value, onChange, options, placeholder, error }: SearchProps) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), 150)
  const found = useQuery({ ...(options(q) as ReturnType<typeof partnersByName>), placeholderData: keepPreviousData })
  return (
    <Field label={label} required {...(error ? { error } : {})}>
      <SearchSelect
        value={value}
        onChange={onChange}
        choices={found.data ?? []}
        onSearch={setTyped}
        searching={found.isPending || q !== typed.trim()}
        clearable={false}
        placeholder={placeholder}
        empty={found.isError ? 'This did not load. Check your connection.' : 'Nothing is called so.'}
      />
    </Field>
  )
}
