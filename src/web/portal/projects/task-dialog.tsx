import { useQuery } from '@tanstack/react-query'
import { Check, Lock, Pencil, RotateCcw } from 'lucide-react'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { formatDay } from '../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox, Field, TextArea } from '../../ui/forms/field.tsx'
import { ConfirmDialog, Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { isSendKey } from '../../ui/pressed-key.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FoldedText } from '../../ui/text/folded-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { queries } from '../platform/data/queries.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { removeSent } from '../platform/forms/typed-since.ts'
import { useUnsavedDialog } from '../platform/forms/use-unsaved.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { loadProjectTime } from '../time/index.ts'
import { EditableText } from './editable-text.tsx'
import { FileLines, FilePicks, UPLOAD_FAILED, useFilePicks } from './file-picks.tsx'
import { TaskStatusMark } from './marks.tsx'
import { formatProjectNumber, type Task } from './model.ts'
import { completeTask } from './moves.ts'
import { refreshProjects, taskOptions } from './project-queries.ts'
import { getAssigneeName } from './task-line.tsx'

const ProjectTime = lazy(() => loadProjectTime().then((m) => ({ default: m.ProjectTime })))
const TaskForm = lazy(() => import('./task-form.tsx').then((m) => ({ default: m.TaskForm })))

interface TaskDialogProps {
  id: string
  staff: boolean
  onClose: () => void
}

/** One task: its description, assignee, comments and time entries. */
export function TaskDialog({ id, staff, onClose }: TaskDialogProps) {
  const { data: task, error } = useQuery(taskOptions(id))
  const [editing, setEditing] = useState(false)
  const [typed, setTyped] = useState(false)
  const [edited, setEdited] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const text = typed ? 'Your comment has not been sent.' : 'Your changes to this comment aren’t saved yet.'
  const guard = useUnsavedDialog({ open: true, isDirty: () => typed || edited, pending: false, text, onClose })
  const missing = parseFailure(error)
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
        title={task?.title ?? (missing ? 'Task not found' : 'Loading the task')}
        {...(task
          ? { description: `${formatProjectNumber(task.project.number)} ${task.project.name} · ${task.phase.name}` }
          : {})}
        footer={task && <Foot task={task} onEdit={() => setEditing(true)} />}
      >
        {task ? (
          <Content task={task} staff={staff} onTyped={setTyped} onEdited={setEdited} />
        ) : missing ? (
          <Banner tone="bad">
            {missing.status === 404 ? 'It may have been removed, or the link may be incomplete.' : missing.message}
          </Banner>
        ) : (
          <Skeleton className="h-48 rounded-md" />
        )}
        {/* Above the task, so that an unsent comment stays. */}
        {editing && task && (
          <Suspense>
            <TaskForm projectId={task.project.id} task={task} onClose={() => setEditing(false)} onRemoved={onClose} />
          </Suspense>
        )}
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Leave without saving?"
        description={text}
        confirmLabel="Leave"
        onConfirm={onClose}
      />
      {guard}
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
          Reopen task
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
  /** Called when there is unsent text, or none anymore. */
  onTyped: (typed: boolean) => void
  /** Called when a comment has unsaved edits, or none anymore. */
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
        <Fact label="Assignee">{getAssigneeName(t, staff ? t.company.name : 'Your company')}</Fact>
        <Fact label="Due">
          {t.dueOn ? <span className={cx(t.overdue && 'text-bad')}>{formatDay(t.dueOn)}</span> : <None />}
        </Fact>
        <Fact label="Time">
          <span className="tabular">
            {formatMinutes(t.usedMinutes)}
            {t.estimateMinutes !== null && <span className="text-muted"> of {formatMinutes(t.estimateMinutes)}</span>}
          </span>
        </Fact>
      </dl>
      {t.completedAt && (
        <p className="text-muted">
          {t.completedBy?.name ?? 'Someone'} marked it as done <RelativeTime iso={t.completedAt} />.
        </p>
      )}
      {yours && (
        <Banner tone="warn" title="This task is waiting on you">
          Mark it as done when you’re finished, or ask a question below.
        </Banner>
      )}
      {t.body ? <FoldedText text={t.body} what="description" /> : <p className="text-muted">No description.</p>}
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
                <EditableText
                  text={c}
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
                          Internal note
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
  const [once] = useState(createOnceKeys)
  const picks = useFilePicks()
  const { pending, errors, problem, send, setErrors } = useSending()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const write = (text: string) => {
    setBody(text)
    onTyped(text.trim() !== '')
  }
  async function post() {
    // Ctrl+Enter submits without the button, which is disabled meanwhile.
    if (pending || picks.busy) return
    if (body.trim() === '') return setErrors({ body: 'Enter a comment.' })
    if (picks.failed) return setErrors({ files: UPLOAD_FAILED })
    const input = { id: task.id, body, internal, fileIds: picks.ids }
    const ok = await send(async () => {
      const answer = await client.projects.comment(input, { context: { idempotencyKey: once.keyFor(input) } })
      queries.setQueryData(taskOptions(task.id).queryKey, answer)
    })
    if (!ok) return
    once.done()
    removeSent(body, (change) => write(change(area.current?.value ?? '')))
    picks.clear()
    setInternal(false)
    showToast({ title: internal ? 'Note added' : 'Comment sent', tone: 'good' })
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
        if (isSendKey(event)) event.currentTarget.requestSubmit()
      }}
    >
      {(problem ?? errors.files) && <Banner tone="bad">{problem ?? errors.files}</Banner>}
      <Field
        label={internal ? 'Internal note' : staff ? 'Comment' : 'Question or comment'}
        {...(errors.body ? { error: errors.body } : {})}
      >
        <TextArea
          ref={area}
          rows={3}
          maxLength={10_000}
          value={body}
          onChange={(event) => write(event.currentTarget.value)}
        />
      </Field>
      <FilePicks picks={picks} label="Add files" />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" pending={pending || picks.busy}>
          {internal ? 'Add note' : 'Send comment'}
        </Button>
        {staff && (
          <Checkbox
            label="Visible only to our team"
            checked={internal}
            onChange={(event) => setInternal(event.currentTarget.checked)}
          />
        )}
      </div>
    </form>
  )
}
