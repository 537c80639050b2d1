import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { EditFrame } from '../platform/forms/edit-frame.tsx'
import { FilePicks, UPLOAD_FAILED, useFilePicks } from './file-picks.tsx'
import { describeConflict } from './form-conflict.ts'
import { formatHoursField, parseHoursField, type Side, type Task, type TaskStatus, taskLooks } from './model.ts'
import { planOptions, projectOptions, projectPeopleOptions, refreshProjects } from './project-queries.ts'

type Form = {
  phaseId: string
  title: string
  body: string
  status: Exclude<TaskStatus, 'done'>
  side: Side
  assigneeId: string
  startsOn: string
  dueOn: string
  estimate: string
}
const formOf = (t: Task): Form => ({
  phaseId: t.phaseId,
  title: t.title,
  body: t.body,
  status: 'todo',
  side: t.side,
  assigneeId: t.assignee?.id ?? '',
  startsOn: t.startsOn ?? '',
  dueOn: t.dueOn ?? '',
  estimate: formatHoursField(t.estimateMinutes),
})
const labels = {
  phaseId: 'Phase',
  title: 'Title',
  body: 'Description',
  side: 'Team',
  assigneeId: 'Assignee',
  startsOn: 'Start date',
  dueOn: 'Due date',
  estimate: 'Estimate, hours',
} as const
type Key = keyof typeof labels

interface TaskFormProps {
  projectId: string
  /** Undefined creates a new task. */
  task?: Task
  /** The phase of a new task. */
  phaseId?: string
  onClose: () => void
  onRemoved?: () => void
}

/** Creates or edits a task. */
export function TaskForm({ projectId, task, phaseId = '', onClose, onRemoved }: TaskFormProps) {
  const [base, setBase] = useState(task)
  const [blank] = useState<Form>({
    phaseId,
    title: '',
    body: '',
    status: 'todo',
    side: 'provider',
    assigneeId: '',
    startsOn: '',
    dueOn: '',
    estimate: '',
  })
  const [form, setForm] = useState(() => (base ? formOf(base) : blank))
  const [once] = useState(createOnceKeys)
  const picks = useFilePicks()
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Task>()
  const { data: plan } = useQuery(planOptions(projectId))
  const { data: people } = useQuery(projectPeopleOptions(projectId))
  const { data: project } = useQuery(projectOptions(projectId))
  const set = (more: Partial<Form>) => setForm((now) => ({ ...now, ...more }))
  const dirty = JSON.stringify(form) !== JSON.stringify(base ? formOf(base) : blank) || picks.items.length > 0
  const error = (name: string) => (errors[name] ? { error: errors[name] } : {})
  const own = people?.items.filter((p) => p.side === form.side) ?? []

  async function save(version = base?.version) {
    const estimateMinutes = parseHoursField(form.estimate)
    const wrong: Record<string, string> = {}
    if (form.title.trim() === '') wrong.title = 'Enter a title.'
    if (estimateMinutes === undefined) wrong.estimateMinutes = 'Enter hours, such as 2 or 1.5.'
    if (Object.keys(wrong).length > 0 || estimateMinutes === undefined) return setErrors(wrong)
    if (picks.failed) return setErrors({ files: UPLOAD_FAILED })
    const facts = {
      phaseId: form.phaseId,
      title: form.title,
      body: form.body,
      side: form.side,
      assigneeId: form.assigneeId || null,
      startsOn: form.startsOn || null,
      dueOn: form.dueOn || null,
      estimateMinutes,
      fileIds: picks.ids,
    }
    const ok = await send(() => {
      if (base && version !== undefined) return client.projects.editTask({ id: base.id, version, ...facts })
      const input = { id: projectId, status: form.status, ...facts }
      return client.projects.addTask(input, { context: { idempotencyKey: once.keyFor(input) } })
    })
    if (!ok) return
    void refreshProjects()
    showToast({ title: base ? 'Task saved' : 'Task added', tone: 'good' })
    onClose()
  }
  const [removing, setRemoving] = useState(false)
  async function remove() {
    if (!base) return
    const ok = await send(() => client.projects.removeTask({ id: base.id, version: base.version }))
    if (!ok) return
    showToast({ title: `“${base.title}” removed`, tone: 'good' })
    onRemoved?.()
    onClose()
    void refreshProjects()
  }
  const say = (key: Key, f: Form) =>
    key === 'phaseId'
      ? (plan?.phases.find((p) => p.id === f.phaseId)?.name ?? '')
      : key === 'assigneeId'
        ? (people?.items.find((p) => p.id === f.assigneeId)?.name ?? (f.assigneeId ? 'Someone else' : 'Unassigned'))
        : f[key]
  const conflict = describeConflict({
    base,
    theirs,
    form,
    formOf,
    labels,
    say,
    goOn: (now, next) => {
      setBase(now)
      setForm(next)
      forget()
    },
  })

  return (
    <EditFrame
      title={base ? 'Edit task' : 'New task'}
      {...(base ? { description: base.title } : {})}
      dirty={dirty}
      pending={pending || picks.busy}
      problem={problem ?? errors.files}
      conflict={conflict}
      save={base ? 'Save task' : 'Add task'}
      onSave={() => void save()}
      onClose={onClose}
      more={
        base?.can.remove && (
          <Button
            variant="danger"
            className="md:mr-auto"
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={() => setRemoving(true)}
          >
            Remove task
          </Button>
        )
      }
    >
      <Field label="Title" required {...error('title')}>
        <TextInput value={form.title} maxLength={200} onChange={(event) => set({ title: event.currentTarget.value })} />
      </Field>
      <Field label="Description" optional hint="You can use Markdown. The partner sees this." {...error('body')}>
        <TextArea rows={6} value={form.body} onChange={(event) => set({ body: event.currentTarget.value })} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Phase" {...error('phaseId')}>
          <Select value={form.phaseId} onChange={(event) => set({ phaseId: event.currentTarget.value })}>
            {plan?.phases.map((p) => (
              <option key={p.id} value={p.id}>
                {p.name}
              </option>
            ))}
          </Select>
        </Field>
        {!base && (
          <Field label="Status" {...error('status')}>
            <Select
              value={form.status}
              onChange={(event) => {
                const status = event.currentTarget.value as Form['status']
                set({
                  status,
                  ...(status === 'waiting_on_partner' && form.side !== 'partner'
                    ? { side: 'partner' as const, assigneeId: '' }
                    : {}),
                })
              }}
            >
              {(['todo', 'doing', 'waiting_on_partner'] as const).map((s) => (
                <option key={s} value={s}>
                  {taskLooks[s].label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label="Team" {...error('side')}>
          <Select
            value={form.side}
            onChange={(event) => set({ side: event.currentTarget.value as Side, assigneeId: '' })}
          >
            <option value="provider">Our team</option>
            <option value="partner">{project?.company.name ?? 'The partner'}</option>
          </Select>
        </Field>
        <Field label="Assignee" {...error('assigneeId')}>
          <Select value={form.assigneeId} onChange={(event) => set({ assigneeId: event.currentTarget.value })}>
            <option value="">{form.side === 'partner' ? 'Anyone at the company' : 'Unassigned'}</option>
            {base?.assignee && form.side === base.side && !own.some((p) => p.id === base.assignee?.id) && (
              <option value={base.assignee.id}>{base.assignee.name}</option>
            )}
            {own.map((p) => (
              <option key={p.id} value={p.id}>
                {p.name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Start date" optional {...error('startsOn')}>
          <TextInput
            type="date"
            className="[color-scheme:dark]"
            value={form.startsOn}
            onChange={(event) => set({ startsOn: event.currentTarget.value })}
          />
        </Field>
        <Field label="Due date" optional {...error('dueOn')}>
          <TextInput
            type="date"
            className="[color-scheme:dark]"
            value={form.dueOn}
            onChange={(event) => set({ dueOn: event.currentTarget.value })}
          />
        </Field>
        <Field label="Estimate" optional hint="In hours." {...error('estimateMinutes')}>
          <TextInput
            inputMode="decimal"
            value={form.estimate}
            onChange={(event) => set({ estimate: event.currentTarget.value })}
          />
        </Field>
      </div>
      <FilePicks picks={picks} label="Add files" />
      {base && (
        <ConfirmDialog
          open={removing}
          onOpenChange={setRemoving}
          title={`Remove “${base.title}”?`}
          description="Its description and history are removed too. You can’t undo this."
          confirmLabel="Remove task"
          onConfirm={remove}
        />
      )}
    </EditFrame>
  )
}
