import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Difference } from '../../ui/conflict-view.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { findErrorsBelow, useSending } from '../platform/data/use-sending.ts'
import { EditFrame } from '../platform/forms/edit-frame.tsx'
import { compareField, mergeForm } from '../platform/forms/merge-form.ts'
import { formatHoursField, parseHoursField, type Side, type Template } from './model.ts'
import { refreshProjects } from './project-queries.ts'

type TaskForm = {
  key: string
  title: string
  body: string
  side: Side
  startDay: string
  dueDay: string
  estimate: string
}
type PhaseForm = { key: string; name: string; tasks: TaskForm[] }
type Form = { name: string; description: string; budget: string; phases: PhaseForm[] }

const day = (n: number | null) => (n === null ? '' : String(n))
const blankTask = (): TaskForm => ({
  key: crypto.randomUUID(),
  title: '',
  body: '',
  side: 'provider',
  startDay: '',
  dueDay: '',
  estimate: '',
})
const blankPhase = (): PhaseForm => ({ key: crypto.randomUUID(), name: '', tasks: [blankTask()] })
const formOf = (t: Template | undefined): Form => ({
  name: t?.name ?? '',
  description: t?.description ?? '',
  budget: formatHoursField(t?.budgetMinutes ?? null),
  phases: t
    ? t.phases.map((p) => ({
        key: crypto.randomUUID(),
        name: p.name,
        tasks: p.tasks.map((task) => ({
          key: crypto.randomUUID(),
          title: task.title,
          body: task.body,
          side: task.side,
          startDay: day(task.startDay),
          dueDay: day(task.dueDay),
          estimate: formatHoursField(task.estimateMinutes),
        })),
      }))
    : [blankPhase()],
})
const dayIn = (typed: string): number | null | undefined =>
  typed.trim() === '' ? null : /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : undefined
/** Lists the fields of a template that differ between the base, their version and my version, as text. */
function compareTemplates(base: Form, theirs: Form, mine: Form): Difference[] {
  // The browser generates the keys of rows, so they differ between two forms of the same template.
  const planOf = (form: Form) => JSON.stringify(form.phases, (name, value) => (name === 'key' ? undefined : value))
  const titles = (form: Form) =>
    form.phases.map((p) => `${p.name}: ${p.tasks.map((t) => t.title).join(', ')}`).join('\n')
  const plan = (form: Form) =>
    titles(form) + (titles(form) === titles(base) && planOf(form) !== planOf(base) ? '\nTask details changed' : '')
  return [
    ...compareField('Name', [base.name, theirs.name, mine.name]),
    ...compareField('Description', [base.description, theirs.description, mine.description]),
    ...compareField('Budget', [base.budget, theirs.budget, mine.budget]),
    ...compareField('Plan', [plan(base), plan(theirs), plan(mine)]),
  ]
}

/** Creates or edits a template: its phases and tasks, with days counted from the start of a project. */
export function TemplateForm({ template, onClose }: { template: Template | undefined; onClose: () => void }) {
  const [base, setBase] = useState(template)
  const [begun, setBegun] = useState(() => formOf(template))
  const [form, setForm] = useState(begun)
  const [once] = useState(createOnceKeys)
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Template>()
  const set = (more: Partial<Form>) => setForm((now) => ({ ...now, ...more }))
  const setPhase = (at: number, more: Partial<PhaseForm>) =>
    set({ phases: form.phases.map((p, n) => (n === at ? { ...p, ...more } : p)) })
  const setTask = (at: number, task: number, more: Partial<TaskForm>) =>
    setPhase(at, { tasks: form.phases[at]?.tasks.map((t, n) => (n === task ? { ...t, ...more } : t)) ?? [] })
  const swap = (at: number, to: number) => {
    const phases = [...form.phases]
    const [one] = phases.splice(at, 1)
    if (one) phases.splice(to, 0, one)
    set({ phases })
  }
  const dirty = JSON.stringify(form) !== JSON.stringify(begun)
  const error = (path: string) => {
    const words = errors[path]
    return words ? { error: words } : {}
  }

  async function save(version = base?.version, content = form) {
    const wrong: Record<string, string> = {}
    const budgetMinutes = parseHoursField(content.budget)
    if (content.name.trim() === '') wrong.name = 'Enter a name.'
    if (budgetMinutes === undefined) wrong.budgetMinutes = 'Enter hours, such as 20 or 1.5.'
    const phases = content.phases.map((p, a) => {
      if (p.name.trim() === '') wrong[`phases.${a}.name`] = 'Enter a phase name.'
      return {
        name: p.name,
        tasks: p.tasks
          .filter((t) => t.title.trim() !== '' || t.body !== '')
          .map((t, b) => {
            const at = `phases.${a}.tasks.${b}`
            const [startDay, dueDay, estimateMinutes] = [
              dayIn(t.startDay),
              dayIn(t.dueDay),
              parseHoursField(t.estimate),
            ]
            if (startDay === undefined) wrong[`${at}.startDay`] = 'Enter a whole number.'
            if (dueDay === undefined) wrong[`${at}.dueDay`] = 'Enter a whole number.'
            if (estimateMinutes === undefined) wrong[`${at}.estimateMinutes`] = 'Enter hours.'
            return {
              title: t.title,
              body: t.body,
              side: t.side,
              startDay: startDay ?? null,
              dueDay: dueDay ?? null,
              estimateMinutes: estimateMinutes ?? null,
            }
          }),
      }
    })
    if (Object.keys(wrong).length > 0 || budgetMinutes === undefined) return setErrors(wrong)
    const input = { name: content.name, description: content.description, budgetMinutes, phases }
    const ok = await send(() =>
      base && version !== undefined
        ? client.projects.editTemplate({ id: base.id, version, ...input })
        : client.projects.createTemplate(input, { context: { idempotencyKey: once.keyFor(input) } }),
    )
    if (!ok) return
    void refreshProjects()
    showToast({ title: base ? 'Template saved' : 'Template added', tone: 'good' })
    onClose()
  }
  async function archive() {
    if (!base) return
    const ok = await send(() => client.projects.archiveTemplate({ id: base.id, version: base.version }))
    if (!ok) return
    void refreshProjects()
    showToast({ title: `${base.name} archived`, tone: 'good' })
    onClose()
  }
  const conflict =
    theirs && base
      ? {
          rows: compareTemplates(begun, formOf(theirs), form),
          onTheirs: () => {
            const now = formOf(theirs)
            setBase(theirs)
            setBegun(now)
            setForm(now)
            forget()
          },
          onMine: () => {
            forget()
            const now = formOf(theirs)
            const merged = mergeForm(begun, now, form)
            setBase(theirs)
            setBegun(now)
            setForm(merged)
            void save(theirs.version, merged)
          },
        }
      : undefined

  return (
    <EditFrame
      title={base ? base.name : 'New template'}
      description="Days count from the start date of the project. Day 0 is the start date."
      dirty={dirty}
      pending={pending}
      problem={
        problem ??
        (findErrorsBelow(errors, 'phases') && !Object.keys(errors).some((k) => k.includes('.'))
          ? errors.phases
          : undefined)
      }
      conflict={conflict}
      save={base ? 'Save template' : 'Add template'}
      onSave={() => void save()}
      onClose={onClose}
      more={
        base && (
          <Button
            variant="danger"
            className="md:mr-auto"
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={() => void archive()}
          >
            Archive
          </Button>
        )
      }
    >
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <Field label="Name" required {...error('name')}>
          <TextInput value={form.name} maxLength={100} onChange={(event) => set({ name: event.currentTarget.value })} />
        </Field>
        <Field label="Budget" optional hint="In hours." {...error('budgetMinutes')}>
          <TextInput
            inputMode="decimal"
            value={form.budget}
            onChange={(event) => set({ budget: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Field
        label="Description"
        optional
        hint="Copied to projects created from this template."
        {...error('description')}
      >
        <TextArea
          rows={3}
          value={form.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
      </Field>
      {form.phases.map((p, a) => (
        <fieldset key={p.key} className="min-w-0 rounded-md border border-line p-4">
          <legend className="px-1 font-semibold text-sm">{p.name || `Phase ${a + 1}`}</legend>
          <div className="flex items-end gap-2">
            <Field label="Phase" required className="flex-1" {...error(`phases.${a}.name`)}>
              <TextInput
                value={p.name}
                maxLength={100}
                onChange={(event) => setPhase(a, { name: event.currentTarget.value })}
              />
            </Field>
            <IconButton
              label={`Move phase ${a + 1} up`}
              disabled={a === 0}
              icon={<ArrowUp aria-hidden className="size-4" />}
              onClick={() => swap(a, a - 1)}
            />
            <IconButton
              label={`Move phase ${a + 1} down`}
              disabled={a === form.phases.length - 1}
              icon={<ArrowDown aria-hidden className="size-4" />}
              onClick={() => swap(a, a + 1)}
            />
            <IconButton
              label={`Remove phase ${a + 1}`}
              disabled={form.phases.length === 1}
              icon={<Trash2 aria-hidden className="size-4" />}
              onClick={() => set({ phases: form.phases.filter((_, n) => n !== a) })}
            />
          </div>
          <ul className="mt-4 flex flex-col gap-4">
            {p.tasks.map((t, b) => (
              <li
                key={t.key}
                className="grid items-end gap-3 border-line border-t pt-4 max-sm:grid-cols-2 sm:grid-cols-[minmax(0,1fr)_7.5rem_5rem_5rem_5rem_auto]"
              >
                <Field label="Task" className="max-sm:col-span-2" {...error(`phases.${a}.tasks.${b}.title`)}>
                  <TextInput
                    value={t.title}
                    maxLength={200}
                    onChange={(event) => setTask(a, b, { title: event.currentTarget.value })}
                  />
                </Field>
                <Field label="Team">
                  <Select
                    value={t.side}
                    onChange={(event) => setTask(a, b, { side: event.currentTarget.value as Side })}
                  >
                    <option value="provider">Our team</option>
                    <option value="partner">Partner</option>
                  </Select>
                </Field>
                <Field label="Start day" {...error(`phases.${a}.tasks.${b}.startDay`)}>
                  <TextInput
                    inputMode="numeric"
                    value={t.startDay}
                    onChange={(event) => setTask(a, b, { startDay: event.currentTarget.value })}
                  />
                </Field>
                <Field label="Due day" {...error(`phases.${a}.tasks.${b}.dueDay`)}>
                  <TextInput
                    inputMode="numeric"
                    value={t.dueDay}
                    onChange={(event) => setTask(a, b, { dueDay: event.currentTarget.value })}
                  />
                </Field>
                <Field label="Hours" {...error(`phases.${a}.tasks.${b}.estimateMinutes`)}>
                  <TextInput
                    inputMode="decimal"
                    value={t.estimate}
                    onChange={(event) => setTask(a, b, { estimate: event.currentTarget.value })}
                  />
                </Field>
                <IconButton
                  label={`Remove task ${b + 1} of ${p.name || `phase ${a + 1}`}`}
                  icon={<Trash2 aria-hidden className="size-4" />}
                  onClick={() => setPhase(a, { tasks: p.tasks.filter((_, n) => n !== b) })}
                />
              </li>
            ))}
          </ul>
          <div className="mt-4">
            <Button
              size="sm"
              icon={<Plus aria-hidden className="size-3.5" />}
              onClick={() => setPhase(a, { tasks: [...p.tasks, blankTask()] })}
            >
              Add task
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => set({ phases: [...form.phases, blankPhase()] })}
        >
          Add phase
        </Button>
      </div>
    </EditFrame>
  )
}
