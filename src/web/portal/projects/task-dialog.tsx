import { useQuery } from '@tanstack/react-query'
import { Check, Lock, Pencil, RotateCcw } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, TextArea } from '../../ui/field.tsx'
import { MarkdownText } from '../../ui/markdown-text.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import { queries } from '../platform/queries.ts'
import { useSending } from '../platform/use-sending.ts'
import { loadProjectTime } from '../time/index.ts'
import { FileLines, FilePicks, useFilePicks } from './file-picks.tsx'
import { TaskStatusMark } from './marks.tsx'
import { dayText, ref, type Task } from './model.ts'
import { completeTask } from './moves.ts'
import { refreshProjects, taskOptions } from './project-queries.ts'
import { Said } from './said.tsx'
import { whose } from './task-line.tsx'

const ProjectTime = lazy(() => loadProjectTime().then((m) => ({ default: m.ProjectTime })))
const TaskForm = lazy(() => import('./task-form.tsx').then((m) => ({ default: m.TaskForm })))

interface TaskDialogProps {
  id: string
  staff: boolean
  onClose: () => void
}

/** One task: what is to be done, by whom, what was said and worked. */
export function TaskDialog({ id, staff, onClose }: TaskDialogProps) {
  const { data: task, error } = useQuery(taskOptions(id))
  const [editing, setEditing] = useState(false)
  const [typed, setTyped] = useState(false)
  const [edited, setEdited] = useState(false)
  const [leaving, setLeaving] = useState(false)
  if (editing && task)
    return (
      <Suspense>
        <TaskForm projectId={task.project.id} task={task} onClose={() => setEditing(false)} onRemoved={onClose} />
      </Suspense>
    )
  const missing = failureOf(error)
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => {
          if (open) return
          if (typed || edited) setLeaving(true)
          else onClose()
        }}
        size="lg"
        phone="full"
        title={task?.title ?? (missing ? 'This task is not there' : 'Loading the task')}
        {...(task ? { description: `${ref(task.project.number)} ${task.project.name} · ${task.phase.name}` } : {})}
        footer={task && <Foot task={task} onEdit={() => setEditing(true)} />}
      >
        {task ? (
          <Content task={task} staff={staff} onTyped={setTyped} onEdited={setEdited} />
        ) : missing ? (
          <Banner tone="bad">
            {missing.status === 404 ? 'It was removed, or the address is not complete.' : missing.message}
          </Banner>
        ) : (
          <Skeleton className="h-48 rounded-md" />
        )}
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Leave without sending?"
        description="What you wrote is not sent yet."
        confirmLabel="Leave"
        onConfirm={onClose}
      />
    </>
  )
}

function Foot({ task, onEdit }: { task: Task; onEdit: () => void }) {
  const [pending, setPending] = useState(false)
  const finish = (done: boolean) => {
    setPending(true)
    void completeTask(task.project.id, task, done).finally(() => setPending(false))
  }
  return (
    <>
      {task.can.edit && (
        <Button icon={<Pencil aria-hidden className="size-4" />} onClick={onEdit}>
          Edit task
        </Button>
      )}
      {task.can.reopen && (
        <Button icon={<RotateCcw aria-hidden className="size-4" />} pending={pending} onClick={() => finish(false)}>
          Not done after all
        </Button>
      )}
      {task.can.complete && (
        <Button
          variant="primary"
          icon={<Check aria-hidden className="size-4" />}
          pending={pending}
          onClick={() => finish(true)}
        >
          Mark as done
        </Button>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="mt-0.5 truncate">{children}</dd>
    </div>
  )
}

interface ContentProps {
  task: Task
  staff: boolean
  /** Something is written that is not sent. */
  onTyped: (typed: boolean) => void
  /** Something that was said is being put right. */
  onEdited: (typed: boolean) => void
}

function Content({ task: t, staff, onTyped, onEdited }: ContentProps) {
  const yours = !staff && t.can.complete
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Fact label="Status">
          <TaskStatusMark status={t.status} partner={yours} />
        </Fact>
        <Fact label="Whose">{whose(t, staff ? t.company.name : 'Your company')}</Fact>
        <Fact label="Due">
          {t.dueOn ? <span className={cx(t.overdue && 'text-bad')}>{dayText(t.dueOn)}</span> : <None />}
        </Fact>
        <Fact label="Time">
          <span className="tabular">
            {showMinutes(t.usedMinutes)}
            {t.estimateMinutes !== null && <span className="text-muted"> of {showMinutes(t.estimateMinutes)}</span>}
          </span>
        </Fact>
      </dl>
      {t.completedAt && (
        <p className="text-muted">
          {t.completedBy?.name ?? 'Somebody'} finished it <RelativeTime iso={t.completedAt} />.
        </p>
      )}
      {yours && (
        <Banner tone="warn" title="This waits for you">
          Mark it as done when it is, or ask below.
        </Banner>
      )}
      {t.body ? <MarkdownText text={t.body} /> : <p className="text-muted">Nothing more was written about it.</p>}
      <FileLines files={t.attachments} />
      <section aria-labelledby="task-comments" className="flex flex-col gap-4 border-line border-t pt-5">
        <h3 id="task-comments" className="font-semibold">
          Comments
        </h3>
        {t.thread.length > 0 && (
          <ol className="flex flex-col gap-3">
            {t.thread.map((c) => (
              <li
                key={c.id}
                className={cx(
                  'rounded-md border px-4 py-3',
                  c.internal ? 'border-warn/25 bg-warn/6' : 'border-line bg-raised',
                )}
              >
                <Said
                  said={c}
                  what={c.internal ? 'note' : 'comment'}
                  staff={staff}
                  onTyped={onEdited}
                  save={async ({ id, body, version }) =>
                    queries.setQueryData(
                      taskOptions(t.id).queryKey,
                      await client.projects.editComment({ id, body, version }),
                    )
                  }
                  head={
                    <>
                      <bdi className="font-medium text-sm text-text">{c.author.name}</bdi>
                      <RelativeTime iso={c.createdAt} />
                      {c.internal && (
                        <span className="inline-flex items-center gap-1 text-warn">
                          <Lock aria-hidden className="size-3" />
                          Only our team
                        </span>
                      )}
                    </>
                  }
                />
                {c.files.length > 0 && (
                  <div className="mt-3">
                    <FileLines files={c.files} />
                  </div>
                )}
              </li>
            ))}
          </ol>
        )}
        {t.can.comment && <Compose task={t} staff={staff} onTyped={onTyped} />}
      </section>
      {(staff || t.usedMinutes > 0) && (
        <section aria-labelledby="task-time" className="flex flex-col gap-3 border-line border-t pt-5">
          <h3 id="task-time" className="font-semibold">
            Time
          </h3>
          <Suspense fallback={<Skeleton className="h-10" />}>
            <ProjectTime
              projectId={t.project.id}
              task={{
                id: t.id,
                title: t.title,
                project: { id: t.project.id, number: t.project.number, name: t.project.name },
              }}
              staff={t.can.book}
            />
          </Suspense>
        </section>
      )}
    </div>
  )
}

const None = () => <span className="text-muted">None</span>

function Compose({ task, staff, onTyped }: { task: Task; staff: boolean; onTyped: (typed: boolean) => void }) {
  const [body, setBody] = useState('')
  const [internal, setInternal] = useState(false)
  const [once] = useState(onceKeys)
  const picks = useFilePicks()
  const { pending, errors, problem, send, setErrors } = useSending()
  const id = useId()
  const write = (text: string) => {
    setBody(text)
    onTyped(text.trim() !== '')
  }
  async function post() {
    if (body.trim() === '') return setErrors({ body: 'Write something first.' })
    const input = { id: task.id, body, internal, fileIds: picks.ids }
    const ok = await send(async () => {
      const answer = await client.projects.comment(input, { context: { idempotencyKey: once.keyFor(input) } })
      queries.setQueryData(taskOptions(task.id).queryKey, answer)
    })
    if (!ok) return
    once.done()
    write('')
    picks.clear()
    setInternal(false)
    toast({ title: internal ? 'Note kept' : 'Comment sent', tone: 'good' })
    void refreshProjects()
  }
  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void post()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Field
        label={internal ? 'Note for our team' : staff ? 'Comment' : 'Ask or answer'}
        {...(errors.body ? { error: errors.body } : {})}
      >
        <TextArea rows={3} maxLength={10_000} value={body} onChange={(event) => write(event.currentTarget.value)} />
      </Field>
      <FilePicks picks={picks} label="Add files" />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" pending={pending || picks.busy}>
          {internal ? 'Keep note' : 'Send comment'}
        </Button>
        {staff && (
          <Checkbox
            label="Only for our team"
            checked={internal}
            onChange={(event) => setInternal(event.currentTarget.checked)}
          />
        )}
      </div>
    </form>
  )
}
