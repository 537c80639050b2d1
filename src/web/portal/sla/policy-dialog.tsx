import { useState } from 'react'
import { Field, Select, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { findErrorsBelow, useSending } from '../platform/data/use-sending.ts'
import { EditFrame } from '../platform/forms/edit-frame.tsx'
import { mergeForm } from '../platform/forms/merge-form.ts'
import {
  type Calendar,
  type ClockName,
  clockLabels,
  clocks,
  type Policy,
  type Priority,
  type Targets,
  targetPriorities,
} from './model.ts'
import { TargetPreview } from './preview.tsx'
import { refreshSla } from './sla-queries.ts'
import { compareChanges, formatTarget, parseTargetMinutes, type Typed, toTypedTarget } from './target-text.ts'

type Cells = Record<Priority, Record<ClockName, Typed>>
type Form = { name: string; calendarId: string; cells: Cells; reason: string }

const usual: Targets = Object.fromEntries(
  (
    [
      ['P1', 15, 120],
      ['P2', 60, 240],
      ['P3', 120, 480],
      ['P4', 240, 1440],
    ] as const
  ).map(([priority, response, resolution]) => [
    priority,
    { response: { minutes: response, clock: 'business' }, resolution: { minutes: resolution, clock: 'business' } },
  ]),
) as Targets

const cellsOf = (targets: Targets, dayMinutes: number) =>
  Object.fromEntries(
    targetPriorities.map((p) => [
      p,
      {
        response: toTypedTarget(targets[p].response, dayMinutes),
        resolution: toTypedTarget(targets[p].resolution, dayMinutes),
      },
    ]),
  ) as Cells
const targetsOf = (cells: Cells, dayMinutes: number) =>
  Object.fromEntries(
    targetPriorities.map((p) => [
      p,
      Object.fromEntries(
        clocks.map((c) => [c, { minutes: parseTargetMinutes(cells[p][c], dayMinutes), clock: cells[p][c].clock }]),
      ),
    ]),
  ) as Targets

interface PolicyDialogProps {
  /** Undefined for a new policy. */
  policy: Policy | undefined
  calendars: Calendar[]
  onClose: () => void
}

/** Edits a policy: its targets per priority, with an example ticket. */
export function PolicyDialog({ policy, calendars, onClose }: PolicyDialogProps) {
  const [base, setBase] = useState(policy)
  const dayOf = (id: string) => calendars.find((c) => c.id === id)?.dayMinutes ?? 480
  const formOf = (of: Policy | undefined): Form => {
    const calendarId = of?.calendar.id ?? calendars[0]?.id ?? ''
    return { name: of?.name ?? '', calendarId, cells: cellsOf(of?.targets ?? usual, dayOf(calendarId)), reason: '' }
  }
  const [form, setForm] = useState(() => formOf(policy))
  const [keys] = useState(createOnceKeys)
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Policy>()
  const set = (more: Partial<Form>) => setForm((now) => ({ ...now, ...more }))
  const setCell = (p: Priority, c: ClockName, more: Partial<Typed>) =>
    setForm((now) => ({
      ...now,
      cells: { ...now.cells, [p]: { ...now.cells[p], [c]: { ...now.cells[p][c], ...more } } },
    }))
  const dayMinutes = dayOf(form.calendarId)
  const targets = targetsOf(form.cells, dayMinutes)
  const calendar = calendars.find((c) => c.id === form.calendarId)
  const dirty = JSON.stringify({ ...form, reason: '' }) !== JSON.stringify(formOf(base))

  async function save(version = base?.version, content = form) {
    const targets = targetsOf(content.cells, dayOf(content.calendarId))
    const wrong: Record<string, string> = {}
    for (const p of targetPriorities)
      for (const c of clocks)
        if (Number.isNaN(targets[p][c].minutes)) wrong[`targets.${p}.${c}.minutes`] = 'Enter a number such as 2 or 1.5.'
    if (content.name.trim() === '') wrong.name = 'Enter a name.'
    if (base && content.reason.trim() === '') wrong.reason = 'Enter a reason.'
    if (Object.keys(wrong).length > 0) return setErrors(wrong)
    const input = { name: content.name, calendarId: content.calendarId, targets }
    const ok = await send(() => {
      if (base && version !== undefined)
        return client.sla.editPolicy({ id: base.id, version, reason: content.reason, ...input })
      const created = { ...input, ...(content.reason.trim() ? { reason: content.reason } : {}) }
      return client.sla.createPolicy(created, { context: { idempotencyKey: keys.keyFor(created) } })
    })
    if (!ok) return
    keys.done()
    void refreshSla()
    showToast({
      title: base ? 'Policy saved' : 'Policy added',
      description: base ? 'The due times of open tickets will update shortly. Pauses are kept.' : undefined,
      tone: 'good',
    })
    onClose()
  }

  const toCompared = (of: Pick<Policy, 'name' | 'targets'>, calendarName: string | undefined) => ({
    name: of.name,
    calendar: calendarName,
    targets: of.targets,
  })
  const conflict =
    theirs && base
      ? {
          rows: compareChanges(
            toCompared(base, base.calendar.name),
            toCompared(theirs, theirs.calendar.name),
            toCompared({ name: form.name, targets }, calendar?.name),
            dayMinutes,
          ),
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

  return (
    <EditFrame
      title={base ? `Edit ${base.name}` : 'New policy'}
      dirty={dirty}
      pending={pending}
      problem={problem}
      conflict={conflict}
      save={base ? 'Save policy' : 'Add policy'}
      onSave={() => void save()}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" required error={errors.name}>
          <TextInput value={form.name} maxLength={100} onChange={(event) => set({ name: event.currentTarget.value })} />
        </Field>
        <Field
          label="Business hours"
          required
          error={errors.calendarId}
          hint={
            calendar && `A business day is ${formatTarget({ minutes: calendar.dayMinutes, clock: 'always' }, 1_440)}.`
          }
        >
          <Select value={form.calendarId} onChange={(event) => set({ calendarId: event.currentTarget.value })}>
            {calendars.map((c) => (
              <option key={c.id} value={c.id}>
                {c.name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <fieldset className="flex flex-col">
        <legend className="mb-1.5 font-medium text-sm">Targets</legend>
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
          {targetPriorities.map((p) => (
            <li key={p} className="grid gap-x-5 gap-y-3 px-3.5 py-3 md:grid-cols-[2rem_minmax(0,1fr)_minmax(0,1fr)]">
              <span className="font-medium leading-9">{p}</span>
              {clocks.map((c) => (
                <TargetField
                  key={c}
                  name={`${p} ${clockLabels[c].toLowerCase()}`}
                  label={clockLabels[c]}
                  value={form.cells[p][c]}
                  error={findErrorsBelow(errors, `targets.${p}.${c}`)}
                  onChange={(more) => setCell(p, c, more)}
                />
              ))}
            </li>
          ))}
        </ul>
      </fieldset>
      {calendar && <TargetPreview targets={targets} calendar={{ id: calendar.id, timeZone: calendar.timeZone }} />}
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

interface TargetFieldProps {
  name: string
  label: string
  value: Typed
  error: string | undefined
  onChange: (more: Partial<Typed>) => void
}

function TargetField({ name, label, value, error, onChange }: TargetFieldProps) {
  return (
    <div>
      <Field
        label={
          <>
            <span aria-hidden>{label}</span>
            <span className="sr-only">{name}</span>
          </>
        }
        error={error}
      >
        <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2">
          <TextInput
            inputMode="decimal"
            value={value.amount}
            maxLength={8}
            onChange={(event) => onChange({ amount: event.currentTarget.value })}
            className="tabular text-right"
          />
          <Select
            aria-label={`${name}, unit`}
            id={undefined}
            value={`${value.unit} ${value.clock}`}
            onChange={(event) => {
              const [unit, clock] = event.currentTarget.value.split(' ') as [Typed['unit'], Typed['clock']]
              onChange({ unit, clock })
            }}
          >
            <optgroup label="In business hours">
              <option value="minutes business">minutes, business hours</option>
              <option value="hours business">hours, business hours</option>
              <option value="days business">business days</option>
            </optgroup>
            <optgroup label="Around the clock">
              <option value="minutes always">minutes, around the clock</option>
              <option value="hours always">hours, around the clock</option>
              <option value="days always">days, around the clock</option>
            </optgroup>
          </Select>
        </div>
      </Field>
    </div>
  )
}
