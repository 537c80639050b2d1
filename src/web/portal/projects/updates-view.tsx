import { useInfiniteQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { removeSent } from '../platform/forms/typed-since.ts'
import { useUnsaved } from '../platform/forms/use-unsaved.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { EditableText } from './editable-text.tsx'
import { FileLines, FilePicks, UPLOAD_FAILED, useFilePicks } from './file-picks.tsx'
import { ProjectHealthMark } from './marks.tsx'
import { type Health, healthLooks, healths, type Project } from './model.ts'
import { refreshProjects, updatesOptions } from './project-queries.ts'

/** The status updates of a project. Staff post them here. */
export function UpdatesView({ projectId, project }: { projectId: string; project: Project }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    updatesOptions(projectId),
  )
  const { isInternalUser: staff } = useAuth()
  const updates = data?.pages.flatMap((p) => p.items) ?? []
  return (
    <div className="flex flex-col gap-6">
      {project.can.edit && <Compose project={project} />}
      {!data &&
        (error ? (
          <ErrorState
            title="Couldn’t load the updates"
            message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Skeleton className="h-48 rounded-md" />
        ))}
      {data && updates.length === 0 && (
        <EmptyState icon={<Megaphone />} title="No updates yet">
          {project.can.edit
            ? 'Summarize the project’s progress. Everyone who watches it gets an email.'
            : 'Our progress updates appear here. Watch the project to be notified.'}
        </EmptyState>
      )}
      {updates.length > 0 && (
        <ol className="flex flex-col gap-4">
          {updates.map((u) => (
            <li key={u.id} className="rounded-md border border-line bg-surface px-4 py-3.5 text-sm">
              <EditableText
                text={u}
                what="update"
                staff={staff}
                save={async ({ id, body, version, health }) => {
                  const saved = await client.projects.editUpdate({ id, body, version, health })
                  await refreshProjects()
                  return saved
                }}
                head={
                  <>
                    <span className="mr-1 text-sm text-text">
                      <ProjectHealthMark health={u.health} />
                    </span>
                    <span>
                      {u.author.name} · <RelativeTime iso={u.createdAt} /> · {u.tasksDone} of {u.tasksTotal} tasks done
                    </span>
                  </>
                }
              />
              {u.files.length > 0 && (
                <div className="mt-3">
                  <FileLines files={u.files} />
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div>
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older updates
          </Button>
        </div>
      )}
    </div>
  )
}

function Compose({ project }: { project: Project }) {
  const [body, setBody] = useState('')
  const [health, setHealth] = useState<Health>(project.health ?? 'on_track')
  const [once] = useState(createOnceKeys)
  const picks = useFilePicks()
  const { pending, errors, problem, send, setErrors } = useSending()
  const guard = useUnsaved(body.trim() !== '', 'this update')
  async function post() {
    if (body.trim() === '') return setErrors({ body: 'Enter an update.' })
    if (picks.failed) return setErrors({ files: UPLOAD_FAILED })
    const input = { id: project.id, health, body, fileIds: picks.ids }
    const ok = await send(() => client.projects.postUpdate(input, { context: { idempotencyKey: once.keyFor(input) } }))
    if (!ok) return
    once.done()
    removeSent(body, setBody)
    picks.clear()
    showToast({ title: 'Update posted', description: 'Everyone who watches the project is notified.', tone: 'good' })
    void refreshProjects()
  }
  return (
    <form
      noValidate
      aria-label="New update"
      onSubmit={(event) => {
        event.preventDefault()
        void post()
      }}
      className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4"
    >
      {guard}
      {(problem ?? errors.files) && <Banner tone="bad">{problem ?? errors.files}</Banner>}
      <Segmented
        label="Health"
        className="w-full sm:w-96"
        value={health}
        onChange={setHealth}
        options={healths.map((value) => ({ value, label: healthLooks[value].label }))}
      />
      <Field
        label="Update"
        hint="Use plain language for readers who don’t know the details. You can use Markdown."
        {...(errors.body ? { error: errors.body } : {})}
      >
        <TextArea rows={6} maxLength={10_000} value={body} onChange={(event) => setBody(event.currentTarget.value)} />
      </Field>
      <FilePicks picks={picks} label="Add files" />
      <div>
        <Button variant="primary" type="submit" pending={pending || picks.busy}>
          Post update
        </Button>
      </div>
    </form>
  )
}
