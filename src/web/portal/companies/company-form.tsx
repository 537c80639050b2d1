import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldSet, TextArea, TextInput } from '../../ui/field.tsx'
import { TagInput } from '../../ui/tag-input.tsx'
import { TimeZonePicker } from '../../ui/time-zone-picker.tsx'
import { toast } from '../../ui/toast.tsx'
import { api, failureOf } from '../platform/api.ts'
import { useUnsaved } from '../platform/use-unsaved.tsx'
import { changesOf, differences, type CompanyForm as Form, formOf } from './form-model.ts'
import { days, hoursProblem } from './hours.ts'
import { HoursEditor } from './hours-editor.tsx'
import type { Company, Day } from './model.ts'

const ConflictDialog = lazy(() =>
  import('../platform/conflict-dialog.tsx').then((m) => ({ default: m.ConflictDialog })),
)

const NAME_MAX = 200
const max = (most: number) => ({ value: most, message: `At most ${most.toLocaleString('en-US')} characters.` })
const oneDay = (path: string) => days.find(({ day }) => path.startsWith(`businessHours.${day}`))?.day

interface CompanyFormProps {
  company: Company
  save: (changes: Partial<Form> & { version: number }) => Promise<Company>
  onSaved: (company: Company) => void
  /** Beside the button that saves. */
  cancel?: React.ReactNode
}

/** The profile of a company. When somebody else saved meanwhile, both versions stand side by side. */
export function CompanyForm({ company, save, onSaved, cancel }: CompanyFormProps) {
  // The form keeps the company it began with: what comes in live must not change under the hands.
  const [base, setBase] = useState(company)
  const form = useForm<Form>({ defaultValues: formOf(base) })
  const { control, register, handleSubmit, setError, formState, reset, watch } = form
  const { errors, isSubmitting } = formState
  const [problem, setProblem] = useState<string>()
  const [hourErrors, setHourErrors] = useState<Partial<Record<Day, string>>>({})
  const [conflict, setConflict] = useState<{ theirs: Company; mine: Partial<Form> }>()
  const saved = useRef(false)
  const tools = useQuery(api.companies.tools.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data?.items ?? []
  const hoursId = useId()
  const dirty = Object.keys(changesOf(base, watch())).length > 0
  const unsaved = useUnsaved(dirty && !isSubmitting && !saved.current, `${base.name}`)

  const begin = (from: Company) => {
    setBase(from)
    setConflict(undefined)
    reset(formOf(from))
  }
  async function send(changes: Partial<Form>, version: number) {
    setProblem(undefined)
    setHourErrors({})
    try {
      const answer = await save({ ...changes, version })
      begin(answer)
      toast({ title: 'Company saved', tone: 'good' })
      onSaved(answer)
    } catch (e) {
      const failure = failureOf(e)
      const theirs = failure?.data?.current as Company | undefined
      if (failure?.code === 'CONFLICT' && theirs) {
        setConflict({ theirs, mine: changes })
        return
      }
      setConflict(undefined)
      const fields = Object.entries(failure?.data?.fields ?? {})
      let known = 0
      for (const [path, [message = '']] of fields) {
        const day = oneDay(path)
        const name = path.split('.')[0] as keyof Form
        if (day) setHourErrors((before) => ({ ...before, [day]: message }))
        else if (name in formOf(base)) setError(name, { message }, { shouldFocus: true })
        else continue
        known++
      }
      if (known === 0) setProblem(failure?.message ?? 'Something went wrong. What you typed is still here; try again.')
    }
  }
  const submit = handleSubmit(async (values) => {
    const changes = changesOf(base, values)
    if (Object.keys(changes).length === 0) {
      toast({ title: 'Nothing to save', description: 'The profile is as it was.' })
      return
    }
    await send(changes, base.version)
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6 [&_:is(input,select,textarea)]:scroll-my-28">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Field label="Company name" required error={errors.name?.message}>
        <TextInput
          autoComplete="organization"
          {...register('name', {
            validate: (v) => v.trim() !== '' || 'Give the company a name.',
            maxLength: max(NAME_MAX),
          })}
        />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Phone" error={errors.phone?.message}>
          <TextInput type="tel" autoComplete="tel" {...register('phone', { maxLength: max(50) })} />
        </Field>
        <Field label="Website" error={errors.website?.message}>
          <TextInput
            inputMode="url"
            autoCapitalize="none"
            autoComplete="url"
            placeholder="northgate.example"
            {...register('website', { maxLength: max(300) })}
          />
        </Field>
      </div>
      <Field label="Address" error={errors.address?.message}>
        <TextArea rows={2} autoComplete="street-address" {...register('address', { maxLength: max(500) })} />
      </Field>
      <Field
        label="Description"
        hint="What you do and for whom, in a few sentences. It helps us to suggest what fits."
        error={errors.description?.message}
      >
        <TextArea rows={3} {...register('description', { maxLength: max(2_000) })} />
      </Field>
      <Field
        label="Tools in use"
        hint="PSA, RMM, documentation, backup, billing and the like. Type to find one, or type its name and press Enter."
        error={errors.tools?.message}
      >
        <Controller
          control={control}
          name="tools"
          render={({ field }) => (
            <TagInput
              value={field.value}
              onChange={field.onChange}
              suggestions={tools.map(({ name, category }) => ({ name, detail: category }))}
              noun="Tools"
              placeholder="Autotask, NinjaOne, Hudu …"
            />
          )}
        />
      </Field>
      <Field label="Time zone" hint="Your business hours are in this time zone." error={errors.timeZone?.message}>
        <Controller
          control={control}
          name="timeZone"
          render={({ field }) => <TimeZonePicker value={field.value} onChange={field.onChange} none="As ours" />}
        />
      </Field>
      <FieldSet label={<span id={hoursId}>Business hours</span>} error={errors.businessHours?.message}>
        <Controller
          control={control}
          name="businessHours"
          rules={{
            validate: (week) => {
              if (!week) return true
              if (days.some(({ day }) => hoursProblem(week[day]))) return 'Mend the hours above first.'
              return days.some(({ day }) => week[day].length > 0) || 'Add hours to at least one day.'
            },
          }}
          render={({ field }) => (
            <HoursEditor
              value={field.value}
              errors={hourErrors}
              onChange={(week) => {
                setHourErrors({})
                field.onChange(week)
              }}
            />
          )}
        />
      </FieldSet>
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-line border-t bg-ink px-4 py-3 md:-mx-2 md:px-2">
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Save company
        </Button>
        {cancel}
        <p role="status" className="text-muted text-sm">
          {dirty && !isSubmitting ? 'Not saved yet.' : ''}
        </p>
      </div>
      {unsaved}
      {conflict && (
        <Suspense>
          <ConflictDialog
            what="this profile"
            rows={differences(base, conflict.theirs, conflict.mine)}
            problem={problem}
            pending={isSubmitting}
            onClose={() => setConflict(undefined)}
            onTheirs={() => begin(conflict.theirs)}
            onMine={() => void handleSubmit(() => send(conflict.mine, conflict.theirs.version))()}
          />
        </Suspense>
      )}
    </form>
  )
}
