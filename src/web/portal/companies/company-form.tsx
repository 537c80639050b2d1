import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldSet } from '../../ui/forms/field.tsx'
import { TagInput } from '../../ui/forms/tag-input.tsx'
import { TimeZonePicker } from '../../ui/forms/time-zone-picker.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { weekDays } from '../../ui/text/week-hours.ts'
import { api, parseFailure } from '../platform/data/api.ts'
import { FormRows } from '../platform/forms/form-rows.tsx'
import { listClashes } from '../platform/forms/merge-form.ts'
import { rebaseForm } from '../platform/forms/rebase-form.ts'
import { useUnsaved } from '../platform/forms/use-unsaved.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { compareCompanies, listFormChanges, toCompanyForm } from './form-model.ts'
import { findHoursProblem } from './hours.ts'
import { HoursEditor } from './hours-editor.tsx'
import type { Company, Day } from './model.ts'
import { editableProfileFields, type CompanyForm as Form, profileFields } from './profile-fields.tsx'

const ConflictDialog = lazy(() =>
  import('../platform/forms/conflict-dialog.tsx').then((m) => ({ default: m.ConflictDialog })),
)

const { tools, timeZone, businessHours } = profileFields
const oneDay = (path: string) => weekDays.find(({ day }) => path.startsWith(`businessHours.${day}`))?.day

interface CompanyFormProps {
  company: Company
  save: (changes: Partial<Form> & { version: number }) => Promise<Company>
  onSaved: (company: Company) => void
  /** Shown beside the save button. */
  cancel?: React.ReactNode
}

/** Edits the profile of a company. If someone else saved in the meantime, shows both versions side by side. */
export function CompanyForm({ company, save, onSaved, cancel }: CompanyFormProps) {
  // The version that the form is based on.
  const [base, setBase] = useState(company)
  const form = useForm<Form>({ defaultValues: toCompanyForm(base) })
  const { control, handleSubmit, setError, formState, getValues, reset, watch } = form
  const { errors, isSubmitting } = formState
  const [problem, setProblem] = useState<string>()
  const [hourErrors, setHourErrors] = useState<Partial<Record<Day, string>>>({})
  const [conflict, setConflict] = useState<{ theirs: Company; mine: Partial<Form> }>()
  const saved = useRef(false)
  const known = useQuery(api.companies.tools.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data?.items ?? []
  const hoursId = useId()
  const dirty = Object.keys(listFormChanges(base, watch())).length > 0
  const unsaved = useUnsaved(dirty && !isSubmitting && !saved.current, `${base.name}`)

  const begin = (from: Company) => {
    setBase(from)
    setConflict(undefined)
    reset(toCompanyForm(from))
  }
  useEffect(() => {
    if (company.version <= base.version || isSubmitting) return
    const [before, now] = [toCompanyForm(base), toCompanyForm(company)]
    // Fields that both changed are compared when the form is saved.
    if (listClashes(before, now, getValues()).length > 0) return
    rebaseForm(form, before, now)
    setBase(company)
  }, [company, base, isSubmitting, form, getValues])
  async function send(changes: Partial<Form>, version: number) {
    const sent = getValues()
    setProblem(undefined)
    setHourErrors({})
    try {
      const answer = await save({ ...changes, version })
      setBase(answer)
      setConflict(undefined)
      // Keep what was typed while the profile was being saved.
      rebaseForm(form, sent, toCompanyForm(answer))
      showToast({ title: 'Company saved', tone: 'good' })
      onSaved(answer)
    } catch (e) {
      const failure = parseFailure(e)
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
        else if (name in toCompanyForm(base)) setError(name, { message }, { shouldFocus: true })
        else continue
        known++
      }
      if (known === 0) setProblem(failure?.message ?? 'We couldn’t save your changes. Try again.')
    }
  }
  const submit = handleSubmit(async (values) => {
    const changes = listFormChanges(base, values)
    if (Object.keys(changes).length === 0) {
      showToast({ title: 'No changes to save' })
      return
    }
    await send(changes, base.version)
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6 [&_:is(input,select,textarea)]:scroll-my-28">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <FormRows
        unmarked
        fields={editableProfileFields}
        form={form}
        chosen={{
          tools: (
            <Field label={tools.label} hint={tools.edit?.hint} error={errors.tools?.message}>
              <Controller
                control={control}
                name="tools"
                render={({ field }) => (
                  <TagInput
                    value={field.value}
                    onChange={field.onChange}
                    suggestions={known.map(({ name, category }) => ({ name, detail: category }))}
                    noun="Tools"
                    placeholder="Autotask, NinjaOne, Hudu…"
                  />
                )}
              />
            </Field>
          ),
          timeZone: (
            <Field label={timeZone.label} hint={timeZone.edit?.hint} error={errors.timeZone?.message}>
              <Controller
                control={control}
                name="timeZone"
                render={({ field }) => (
                  <TimeZonePicker value={field.value} onChange={field.onChange} none="Default time zone" />
                )}
              />
            </Field>
          ),
          businessHours: (
            <FieldSet label={<span id={hoursId}>{businessHours.label}</span>} error={errors.businessHours?.message}>
              <Controller
                control={control}
                name="businessHours"
                rules={{
                  validate: (week) => {
                    if (!week) return true
                    if (weekDays.some(({ day }) => findHoursProblem(week[day]))) return 'Fix the hours above first.'
                    return weekDays.some(({ day }) => week[day].length > 0) || 'Add hours to at least one day.'
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
          ),
        }}
      />
      <div
        data-form-bar=""
        className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-line border-t bg-ink px-4 py-3 md:-mx-2 md:px-2"
      >
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Save company
        </Button>
        {cancel}
        <p role="status" className="text-muted text-sm">
          {dirty && !isSubmitting ? 'You have unsaved changes.' : ''}
        </p>
      </div>
      {unsaved}
      {conflict && (
        <Suspense>
          <ConflictDialog
            what="this profile"
            rows={compareCompanies(base, conflict.theirs, conflict.mine)}
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
