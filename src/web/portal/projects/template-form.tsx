import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
import { EditFrame } from '../platform/edit-frame.tsx'
import { onceKeys } from '../platform/once.ts'
import { below, useSending } from '../platform/use-sending.ts'
import { hoursText, minutesIn, type Side, type Template } from './model.ts'
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
  budget: hoursText(t?.budgetMinutes ?? null),
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
          estimate: hoursText(task.estimateMinutes),
        })),
      }))
    : [blankPhase()],
})
const dayIn = (typed: string): number | null | undefined =>
  typed.trim() === '' ? null : /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : undefined
const said = (t: Template) =>
  t.phases.map((p) => `${p.name}: ${p.tasks.map((task) => task.title).join(', ')}`).join('\n')

/** Writes or changes a template: its phases and tasks, with days counted from the first one of a project. */
export function TemplateForm({ template, onClose }: { template: Template | undefined; onClose: () => void }) {
  const [base, setBase] = useState(template)
  const [begun, setBegun] = useState(() => formOf(template))
  const [form, setForm] = useState(begun)
  const [once] = useState(onceKeys)
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

  async function save(version = base?.version) {
    const wrong: Record<string, string> = {}
    const budgetMinutes = minutesIn(form.budget)
    if (form.name.trim() === '') wrong.name = 'Give it a name.'
    if (budgetMinutes === undefined) wrong.budgetMinutes = 'Hours, such as 20 or 1.5.'
    const phases = form.phases.map((p, a) => {
      if (p.name.trim() === '') wrong[`phases.${a}.name`] = 'Give the phase a name.'
      return {
        name: p.name,
        tasks: p.tasks
          .filter((t) => t.title.trim() !== '' || t.body !== '')
          .map((t, b) => {
            const at = `phases.${a}.tasks.${b}`
            const [startDay, dueDay, estimateMinutes] = [dayIn(t.startDay), dayIn(t.dueDay), minutesIn(t.estimate)]
            if (startDay === undefined) wrong[`${at}.startDay`] = 'A day as a number.'
            if (dueDay === undefined) wrong[`${at}.dueDay`] = 'A day as a number.'
            if (estimateMinutes === undefined) wrong[`${at}.estimateMinutes`] = 'Hours.'
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
    const content = { name: form.name, description: form.description, budgetMinutes, phases }
    const ok = await send(() =>
      base && version !== undefined
        ? client.projects.editTemplate({ id: base.id, version, ...content })
        : client.projects.createTemplate(content, { context: { idempotencyKey: once.keyFor(content) } }),
    )
    if (!ok) return
    void refreshProjects()
    toast({ title: base ? 'Template saved' : 'Template added', tone: 'good' })
    onClose()
  }
  async function archive() {
    if (!base) return
    const ok = await send(() => client.projects.archiveTemplate({ id: base.id, version: base.version }))
    if (!ok) return
    void refreshProjects()
    toast({ title: `${base.name} is offered no more`, tone: 'good' })
    onClose()
  }
  const conflict =
    theirs && base
      ? {
          rows: [
            { name: 'Name', before: base.name, theirs: theirs.name, mine: form.name },
            {
              name: 'Plan',
              before: said(base),
              theirs: said(theirs),
              mine: form.phases.map((p) => `${p.name}: ${p.tasks.map((t) => t.title).join(', ')}`).join('\n'),
            },
          ].map((row) => ({
            ...row,
            mine: row.mine === row.before ? undefined : row.mine,
            both: row.theirs !== row.before && row.mine !== row.before && row.theirs !== row.mine,
          })),
          onTheirs: () => {
            const now = formOf(theirs)
            setBase(theirs)
            setBegun(now)
            setForm(now)
            forget()
          },
          onMine: () => void save(theirs.version),
        }
      : undefined

  return (
    <EditFrame
      title={base ? base.name : 'New template'}
      description="Days count from the first day of a project: 0 is that day."
      dirty={dirty}
      pending={pending}
      problem={
        problem ??
        (below(errors, 'phases') && !Object.keys(errors).some((k) => k.includes('.')) ? errors.phases : undefined)
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
            Remove
          </Button>
        )
      }
    >
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <Field label="Name" required {...error('name')}>
          <TextInput value={form.name} maxLength={100} onChange={(event) => set({ name: event.currentTarget.value })} />
        </Field>
        <Field label="Budget" optional hint="Hours." {...error('budgetMinutes')}>
          <TextInput
            inputMode="decimal"
            value={form.budget}
            onChange={(event) => set({ budget: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Field label="Description" optional hint="What a project made from it begins with." {...error('description')}>
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
                <Field label="Side">
                  <Select
                    value={t.side}
                    onChange={(event) => setTask(a, b, { side: event.currentTarget.value as Side })}
                  >
                    <option value="provider">Ours</option>
                    <option value="partner">Partner</option>
                  </Select>
                </Field>
                <Field label="From day" {...error(`phases.${a}.tasks.${b}.startDay`)}>
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
              className="max-md:!h-11"
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
