import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { brand } from '../../../../../brand.config.ts'
import { isRoutingNumber } from '../../../../contract/plain/remittance-lines.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field, TextArea, TextInput } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { SettingsSection } from '../../../ui/settings-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { api, client, parseFailure } from '../../platform/data/api.ts'
import { queries } from '../../platform/data/queries.ts'
import { listClashes } from '../../platform/forms/merge-form.ts'
import { rebaseForm } from '../../platform/forms/rebase-form.ts'
import { TheirsNotice } from '../../platform/forms/theirs-notice.tsx'
import { useUnsaved } from '../../platform/forms/use-unsaved.tsx'
import { useAuth } from '../../platform/session/auth.tsx'

export const meta = () => [{ title: `Remittance · Settings · ${brand.shortName}` }]

const remittanceOptions = () => api.billing.remittance.queryOptions({ input: {} })
type Settings = Awaited<ReturnType<typeof client.billing.remittance>>
type Form = {
  accountName: string
  bankName: string
  routingNumber: string
  accountNumber: string
  swift: string
  address: string
  note: string
}

/** `/settings/remittance`: the bank details printed on invoices. For administrators. */
export default function SettingsRemittance() {
  const { role } = useAuth()
  const { data, error, refetch, isFetching } = useQuery({ ...remittanceOptions(), enabled: role === 'admin' })
  if (role !== 'admin')
    return (
      <EmptyState
        icon={<Lock />}
        title="Only administrators can see this page"
        action={<LinkButton href="/settings">Back to your profile</LinkButton>}
      >
        It holds the bank details that partners use to pay invoices.
      </EmptyState>
    )
  const failure = parseFailure(error)
  return (
    <div className="flex flex-col">
      {error && !data ? (
        <ErrorState
          title="Couldn’t load the bank details"
          message={failure?.message ?? 'Check your connection and try again.'}
          requestId={failure?.data?.requestId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SettingsSection
          title="Remittance"
          description="The bank details that partners use to pay invoices. Every invoice shows them, with the invoice number as the reference. Invoices you have already issued keep the details they were issued with."
        >
          {data ? (
            <RemittanceForm settings={data} />
          ) : (
            <div aria-busy className="flex flex-col gap-6">
              <Skeleton className="h-9" />
              <Skeleton className="h-9" />
              <Skeleton className="h-9" />
            </div>
          )}
        </SettingsSection>
      )}
    </div>
  )
}

const LABELS: Record<keyof Form, string> = {
  accountName: 'Account name',
  bankName: 'Bank',
  routingNumber: 'Routing number',
  accountNumber: 'Account number',
  swift: 'SWIFT/BIC',
  address: 'Remittance address',
  note: 'Note',
}

const toForm = ({ details, initialNote }: Settings): Form => ({
  accountName: details?.accountName ?? '',
  bankName: details?.bankName ?? '',
  routingNumber: details?.routingNumber ?? '',
  accountNumber: details?.accountNumber ?? '',
  swift: details?.swift ?? '',
  address: details?.address ?? '',
  note: details ? (details.note ?? '') : (initialNote ?? ''),
})

/** The changes that someone else saved: the fields that both changed, and those whose new value the form shows now. */
type Theirs = { clashes: (keyof Form)[]; taken: (keyof Form)[] }

const nameFields = (names: readonly (keyof Form)[]): string => names.map((name) => LABELS[name]).join(', ')
const describeFields = (names: readonly (keyof Form)[], values: Form): string =>
  names.map((name) => `${LABELS[name]}: ${values[name] || 'None'}`).join('\n')

function RemittanceForm({ settings }: { settings: Settings }) {
  // The values that the form started from. What another administrator saves later does not replace what is typed.
  const [base, setBase] = useState(settings)
  const [theirs, setTheirs] = useState<Theirs>()
  const [problem, setProblem] = useState<string>()
  const form = useForm<Form>({ defaultValues: toForm(base) })
  const { register, handleSubmit, setError, getValues, reset, formState } = form
  const { errors, isDirty, isSubmitting } = formState
  const { details, initialNote, updatedAt, updatedBy } = base
  const start = (from: Settings, sent?: Form) => {
    setBase(from)
    setTheirs(undefined)
    // Keep what was typed while the details were being saved.
    if (sent) rebaseForm(form, sent, toForm(from))
    else reset(toForm(from))
    queries.setQueryData(remittanceOptions().queryKey, from)
  }
  /** Takes over what someone else saved, except in fields that were edited here. */
  const merge = useCallback(
    (saved: Settings): Theirs => {
      const [before, now] = [toForm(base), toForm(saved)]
      const clashes = listClashes(before, now, getValues())
      const changed = (Object.keys(LABELS) as (keyof Form)[]).filter((name) => before[name] !== now[name])
      rebaseForm(form, before, now)
      setBase(saved)
      return { clashes, taken: changed.filter((name) => !clashes.includes(name)) }
    },
    [base, form, getValues],
  )
  useEffect(() => {
    if (settings.version <= base.version || theirs || isSubmitting) return
    const merged = merge(settings)
    if (merged.clashes.length > 0) setTheirs(merged)
  }, [settings, base, theirs, isSubmitting, merge])
  const guard = useUnsaved(isDirty && !isSubmitting, 'the bank details')
  const needed = (words: string) => (text: string) => text.trim() !== '' || words

  const submit = handleSubmit(async (typed) => {
    const sent = getValues()
    setProblem(undefined)
    try {
      const saved = await client.billing.setRemittance({ version: base.version, ...typed })
      start(saved, sent)
      showToast({ tone: 'good', title: 'Bank details saved', description: 'New invoices show them.' })
    } catch (e) {
      const failure = parseFailure(e)
      const fields = Object.entries(failure?.data?.fields ?? {}) as [keyof Form, string[]][]
      for (const [i, [name, [message]]] of fields.entries())
        setError(name, { message: message ?? '' }, { shouldFocus: i === 0 })
      // Show the merged details, so that the user checks them before saving again.
      if (failure?.code === 'CONFLICT' && failure.data?.current) setTheirs(merge(failure.data.current as Settings))
      else if (fields.length === 0) setProblem(failure?.message ?? 'The bank details were not saved. Try again.')
    }
  })

  return (
    <form noValidate onSubmit={submit} aria-label="Bank details" className="flex flex-col gap-5">
      {guard}
      {problem && <Banner tone="bad">{problem}</Banner>}
      {theirs && (
        <TheirsNotice
          title="Another administrator changed the bank details"
          choice={{ label: 'Use their version', onChoose: () => start(base) }}
          {...(theirs.clashes.length > 0 ? { text: describeFields(theirs.clashes, toForm(base)) } : {})}
        >
          {theirs.taken.length > 0 && `Fields that you didn’t edit now show their values: ${nameFields(theirs.taken)}.`}
        </TheirsNotice>
      )}
      {!details && !initialNote && (
        <Banner tone="warn" title="No bank details yet">
          Until you add them, an invoice can be issued only for a card payment.
        </Banner>
      )}
      <Field label="Account name" required error={errors.accountName?.message}>
        <TextInput
          autoComplete="off"
          maxLength={100}
          {...register('accountName', { validate: needed('Enter the name on the account.') })}
        />
      </Field>
      <Field label="Bank" required error={errors.bankName?.message}>
        <TextInput
          autoComplete="off"
          maxLength={100}
          {...register('bankName', { validate: needed('Enter the name of the bank.') })}
        />
      </Field>
      <Field
        label="Routing number"
        required
        hint="Nine digits (ABA)."
        error={errors.routingNumber?.message}
        className="max-w-60"
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          {...register('routingNumber', {
            validate: (text) =>
              isRoutingNumber(text.replace(/[\s-]/g, '')) || 'This routing number isn’t valid. Check the nine digits.',
          })}
        />
      </Field>
      <Field label="Account number" required error={errors.accountNumber?.message} className="max-w-80">
        <TextInput
          autoComplete="off"
          maxLength={40}
          {...register('accountNumber', { validate: needed('Enter the account number.') })}
        />
      </Field>
      <Field
        label="SWIFT/BIC"
        optional
        hint="For transfers from other countries."
        error={errors.swift?.message}
        className="max-w-60"
      >
        <TextInput autoComplete="off" maxLength={15} {...register('swift')} />
      </Field>
      <Field label="Remittance address" optional hint="Where partners mail checks." error={errors.address?.message}>
        <TextArea rows={3} maxLength={500} {...register('address')} />
      </Field>
      <Field label="Note" optional hint="Shown below the bank details." error={errors.note?.message}>
        <TextArea rows={3} maxLength={1_000} {...register('note')} />
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" pending={formState.isSubmitting}>
          Save bank details
        </Button>
        {updatedAt && (
          <p className="text-muted text-xs">
            Updated <RelativeTime iso={updatedAt} />
            {updatedBy && ` by ${updatedBy.name}`}
          </p>
        )}
      </div>
    </form>
  )
}
