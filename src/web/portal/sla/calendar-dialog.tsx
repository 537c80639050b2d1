import { useState } from 'react'
import { Field, FieldSet, TextInput } from '../../ui/field.tsx'
import { TimeZonePicker } from '../../ui/time-zone-picker.tsx'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
import { EditFrame } from '../platform/edit-frame.tsx'
import { below, useSending } from '../platform/use-sending.ts'
import { HolidayEditor } from './holiday-editor.tsx'
import { type Calendar, days, type Holiday, type Policy, type Week } from './model.ts'
import { Preview } from './preview.tsx'
import { refreshSla } from './sla-queries.ts'
import { changeLines, periodsProblem } from './target-text.ts'
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
  /** None: a new one. */
  calendar: Calendar | undefined
  /** Whose targets the preview takes. */
  policy: Policy | undefined
  onClose: () => void
}

/** A calendar: when we work, and when we do not although it is such a weekday. */
export function CalendarDialog({ calendar, policy, onClose }: CalendarDialogProps) {
  const [base, setBase] = useState(calendar)
  const [form, setForm] = useState(() => formOf(calendar))
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Calendar>()
  const set = (more: Partial<Form>) => setForm((now) => ({ ...now, ...more }))
  const dirty = JSON.stringify({ ...form, reason: '' }) !== JSON.stringify(formOf(base))
  const { reason, ...content } = form

  async function save(version = base?.version) {
    const wrong: Record<string, string> = {}
    if (form.name.trim() === '') wrong.name = 'Give it a name.'
    if (base && reason.trim() === '') wrong.reason = 'Say why.'
    for (const [i, h] of form.holidays.entries()) {
      if (h.date === '') wrong[`holidays.${i}.date`] = 'Choose a date.'
      if (h.name.trim() === '') wrong[`holidays.${i}.name`] = 'What is it called?'
    }
    if (days.every(({ day }) => form.hours[day].length === 0)) wrong['hours.mon'] = 'Add hours to at least one day.'
    if (Object.keys(wrong).length > 0) return setErrors(wrong)
    if ([...Object.values(form.hours), ...form.holidays.map((h) => h.hours)].some((p) => periodsProblem(p))) return
    // The server names holidays by their place; sorted, it is the same as here.
    const holidays = form.holidays.toSorted((a, b) => (a.date < b.date ? -1 : 1))
    set({ holidays })
    const ok = await send(() =>
      base && version !== undefined
        ? client.sla.editCalendar({ id: base.id, version, reason, ...content, holidays })
        : client.sla.createCalendar({ ...content, holidays, ...(reason.trim() ? { reason } : {}) }),
    )
    if (!ok) return
    void refreshSla()
    toast({
      title: base ? 'Business hours saved' : 'Business hours added',
      description: base ? 'Due times of open tickets follow within moments. Their pauses are kept.' : undefined,
      tone: 'good',
    })
    onClose()
  }

  const dayMinutes = base?.dayMinutes ?? 480
  const told = (c: Form | Calendar) => ({ name: c.name, timeZone: c.timeZone, hours: c.hours, holidays: c.holidays })
  const conflict =
    theirs && base
      ? {
          rows: rowsOf(told(base), told(theirs), told(form), dayMinutes),
          onTheirs: () => {
            setBase(theirs)
            setForm(formOf(theirs))
            forget()
          },
          onMine: () => void save(theirs.version),
        }
      : undefined
  const right =
    days.some(({ day }) => form.hours[day].length > 0) &&
    Object.values(form.hours).every((p) => !periodsProblem(p)) &&
    form.holidays.every((h) => h.date !== '' && h.name.trim() !== '' && !periodsProblem(h.hours))

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
            none="As this device"
          />
        </Field>
      </div>
      <FieldSet label="Open">
        <WeekEditor
          value={form.hours}
          onChange={(hours) => set({ hours })}
          errors={Object.fromEntries(days.map(({ day }) => [day, below(errors, `hours.${day}`)]))}
        />
      </FieldSet>
      <FieldSet label="Holidays" error={errors.holidays}>
        <HolidayEditor value={form.holidays} onChange={(holidays) => set({ holidays })} errors={errors} />
      </FieldSet>
      {policy && right && <Preview targets={policy.targets} calendar={form} />}
      <Field
        label="Why"
        required={Boolean(base)}
        optional={!base}
        error={errors.reason}
        hint="Kept with who changed it and when."
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

type Told = { name: string; timeZone: string; hours: Week; holidays: Holiday[] }
function rowsOf(was: Told, now: Told, mine: Told, dayMinutes: number) {
  const wanted = new Map(changeLines({ before: was, after: mine }, dayMinutes).map((l) => [l.name, l]))
  const saved = new Map(changeLines({ before: was, after: now }, dayMinutes).map((l) => [l.name, l]))
  return [...new Set([...saved.keys(), ...wanted.keys()])].map((name) => {
    const [a, b] = [saved.get(name), wanted.get(name)]
    const before = a?.from ?? b?.from ?? ''
    return { name, before, theirs: a?.to ?? before, mine: b?.to, both: Boolean(a && b && a.to !== b.to) }
  })
}
