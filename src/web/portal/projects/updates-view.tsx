import { useInfiniteQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { onceKeys } from '../platform/once.ts'
import { useSending } from '../platform/use-sending.ts'
import { useUnsaved } from '../platform/use-unsaved.tsx'
import { FileLines, FilePicks, useFilePicks } from './file-picks.tsx'
import { HealthMark } from './marks.tsx'
import { type Health, healthLooks, healths, type Project } from './model.ts'
import { refreshProjects, updatesOptions } from './project-queries.ts'
import { Said } from './said.tsx'

/** What was said about how the project stands; staff say it here. */
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
            title="The updates did not load"
            message={failureOf(error)?.message ?? 'Something went wrong on the way.'}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Skeleton className="h-48 rounded-md" />
        ))}
      {data && updates.length === 0 && (
        <EmptyState icon={<Megaphone />} title="No updates yet">
          {project.can.edit
            ? 'Say in a few sentences how it stands. Everybody who watches gets a mail.'
            : 'We write here how it stands. You are told when there is something new.'}
        </EmptyState>
      )}
      {updates.length > 0 && (
        <ol className="flex flex-col gap-4">
          {updates.map((u) => (
            <li key={u.id} className="rounded-md border border-line bg-surface px-4 py-3.5 text-sm">
              <Said
                said={u}
                what="update"
                staff={staff}
                save={async ({ id, body, version, health }) => {
                  await client.projects.editUpdate({ id, body, version, health })
                  await refreshProjects()
                }}
                head={
                  <>
                    <span className="mr-1 text-sm text-text">
                      <HealthMark health={u.health} />
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
            Older updates
          </Button>
        </div>
      )}
    </div>
  )
}

function Compose({ project }: { project: Project }) {
  const [body, setBody] = useState('')
  const [health, setHealth] = useState<Health>(project.health ?? 'on_track')
  const [once] = useState(onceKeys)
  const picks = useFilePicks()
  const { pending, errors, problem, send, setErrors } = useSending()
  const guard = useUnsaved(body.trim() !== '', 'this update')
  async function post() {
    if (body.trim() === '') return setErrors({ body: 'Say how it stands.' })
    const input = { id: project.id, health, body, fileIds: picks.ids }
    const ok = await send(() => client.projects.postUpdate(input, { context: { idempotencyKey: once.keyFor(input) } }))
    if (!ok) return
    once.done()
    setBody('')
    picks.clear()
    toast({ title: 'Update posted', description: 'Everybody who watches is told.', tone: 'good' })
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
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Segmented
        label="How it stands"
        className="w-full sm:w-96"
        value={health}
        onChange={setHealth}
        options={healths.map((value) => ({ value, label: healthLooks[value].label }))}
      />
      <Field
        label="Update"
        hint="Plain language, for people who do not know the details. Markdown works."
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
