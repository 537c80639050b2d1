import { useState } from 'react'
import { Field, FieldSet, TextInput } from '../../ui/forms/field.tsx'
import { TimeZonePicker } from '../../ui/forms/time-zone-picker.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { weekDays } from '../../ui/text/week-hours.ts'
import { client } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { findErrorsBelow, useSending } from '../platform/data/use-sending.ts'
import { EditFrame } from '../platform/forms/edit-frame.tsx'
import { mergeForm } from '../platform/forms/merge-form.ts'
import { HolidayEditor } from './holiday-editor.tsx'
import type { Calendar, Holiday, Policy, Week } from './model.ts'
import { TargetPreview } from './preview.tsx'
import { refreshSla } from './sla-queries.ts'
import { compareChanges, findPeriodsProblem } from './target-text.ts'
import { WeekEditor } from './week-editor.tsx'

type Form = { name: string; timeZone: string; hours: Week; holidays: Holiday[]; reason: string }

const nine = () => [{ from: '09:00', to: '17:00' }]
const formOf = (of: Calendar | undefined): Form => ({
  name: of?.name ?? '',
  timeZone: of?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  hours: of?.hours ?? { mon: nine(), tue: nine(), wed: nine(), thu: nine(), fri: nine(), sat: [], sun: [] },
  holidays: of?.holidays ?? [],
  reason: '',
})

interface CalendarDialogProps {
  /** Undefined for a new calendar. */
  calendar: Calendar | undefined
  /** The policy whose targets the preview uses. */
  policy: Policy | undefined
  onClose: () => void
}

/** Edits a calendar: business hours and holidays. */
export function CalendarDialog({ calendar, policy, onClose }: CalendarDialogProps) {
  const [base, setBase] = useState(calendar)
  const [form, setForm] = useState(() => formOf(calendar))
  const [keys] = useState(createOnceKeys)
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Calendar>()
  const set = (more: Partial<Form>) => setForm((now) => ({ ...now, ...more }))
  const dirty = JSON.stringify({ ...form, reason: '' }) !== JSON.stringify(formOf(base))

  async function save(version = base?.version, { reason, ...content } = form) {
    const wrong: Record<string, string> = {}
    if (content.name.trim() === '') wrong.name = 'Enter a name.'
    if (base && reason.trim() === '') wrong.reason = 'Enter a reason.'
    for (const [i, h] of content.holidays.entries()) {
      if (h.date === '') wrong[`holidays.${i}.date`] = 'Choose a date.'
      if (h.name.trim() === '') wrong[`holidays.${i}.name`] = 'Enter a name.'
    }
    if (weekDays.every(({ day }) => content.hours[day].length === 0))
      wrong['hours.mon'] = 'Add hours to at least one day.'
    if (Object.keys(wrong).length > 0) return setErrors(wrong)
    if ([...Object.values(content.hours), ...content.holidays.map((h) => h.hours)].some((p) => findPeriodsProblem(p)))
      return
    // Server errors refer to holidays by index, so sort them here as well.
    const holidays = content.holidays.toSorted((a, b) => (a.date < b.date ? -1 : 1))
    set({ holidays })
    const ok = await send(() => {
      if (base && version !== undefined)
        return client.sla.editCalendar({ id: base.id, version, reason, ...content, holidays })
      const created = { ...content, holidays, ...(reason.trim() ? { reason } : {}) }
      return client.sla.createCalendar(created, { context: { idempotencyKey: keys.keyFor(created) } })
    })
    if (!ok) return
    keys.done()
    void refreshSla()
    showToast({
      title: base ? 'Business hours saved' : 'Business hours added',
      description: base ? 'The due times of open tickets will update shortly. Pauses are kept.' : undefined,
      tone: 'good',
    })
    onClose()
  }

  const dayMinutes = base?.dayMinutes ?? 480
  const comparable = (c: Form | Calendar) => ({
    name: c.name,
    timeZone: c.timeZone,
    hours: c.hours,
    holidays: c.holidays,
  })
  const conflict =
    theirs && base
      ? {
          rows: compareChanges(comparable(base), comparable(theirs), comparable(form), dayMinutes),
          onTheirs: () => {
            setBase(theirs)
            setForm(formOf(theirs))
            forget()
          },
          onMine: () => {
            forget()
            const merged = mergeForm(formOf(base), formOf(theirs), form)
            setForm(merged)
            setBase(theirs)
            void save(theirs.version, merged)
          },
        }
      : undefined
  const right =
    weekDays.some(({ day }) => form.hours[day].length > 0) &&
    Object.values(form.hours).every((p) => !findPeriodsProblem(p)) &&
    form.holidays.every((h) => h.date !== '' && h.name.trim() !== '' && !findPeriodsProblem(h.hours))

  return (
    <EditFrame
      title={base ? `Edit ${base.name}` : 'New business hours'}
      dirty={dirty}
      pending={pending}
      problem={problem}
      conflict={conflict}
      save={base ? 'Save hours' : 'Add hours'}
      onSave={() => void save()}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" required error={errors.name}>
          <TextInput value={form.name} maxLength={100} onChange={(event) => set({ name: event.currentTarget.value })} />
        </Field>
        <Field label="Time zone" required error={errors.timeZone}>
          <TimeZonePicker
            value={form.timeZone}
            onChange={(zone) => set({ timeZone: zone ?? formOf(undefined).timeZone })}
            none="Same as this device"
          />
        </Field>
      </div>
      <FieldSet label="Open hours">
        <WeekEditor
          value={form.hours}
          onChange={(hours) => set({ hours })}
          errors={Object.fromEntries(weekDays.map(({ day }) => [day, findErrorsBelow(errors, `hours.${day}`)]))}
        />
      </FieldSet>
      <FieldSet label="Holidays" error={errors.holidays}>
        <HolidayEditor value={form.holidays} onChange={(holidays) => set({ holidays })} errors={errors} />
      </FieldSet>
      {policy && right && <TargetPreview targets={policy.targets} calendar={form} />}
      <Field
        label="Reason"
        required={Boolean(base)}
        optional={!base}
        error={errors.reason}
        hint="Saved in the history with your name and the time."
      >
        <TextInput
          value={form.reason}
          maxLength={500}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      </Field>
    </EditFrame>
  )
}
