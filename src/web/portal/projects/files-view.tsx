import { useInfiniteQuery } from '@tanstack/react-query'
import { Files } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Checkbox } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { FileLines, FilePicks, useFilePicks } from './file-picks.tsx'
import type { Project } from './model.ts'
import { filesOptions, refreshProjects } from './project-queries.ts'

/** All files of a project: its own, and those of tasks, comments and updates. */
export function FilesView({ projectId, project }: { projectId: string; project: Project }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    filesOptions(projectId),
  )
  const picks = useFilePicks()
  const [internal, setInternal] = useState(false)
  const { pending, problem, send } = useSending()
  const files = data?.pages.flatMap((p) => p.items) ?? []
  async function add() {
    const ok = await send(() => client.projects.addFiles({ id: projectId, fileIds: picks.ids, internal }))
    if (!ok) return
    showToast({ title: picks.ids.length === 1 ? 'File added' : `${picks.ids.length} files added`, tone: 'good' })
    picks.clear()
    void refreshProjects()
  }
  return (
    <div className="flex flex-col gap-5">
      {project.can.addFiles && (
        <form
          aria-label="Add files"
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
        >
          {problem && <Banner tone="bad">{problem}</Banner>}
          <FilePicks picks={picks} label="Add files to the project" />
          {picks.items.length > 0 && (
            <div className="flex flex-wrap items-center gap-4">
              <Button variant="primary" type="submit" pending={pending || picks.busy} disabled={picks.ids.length === 0}>
                {picks.items.length === 1 ? 'Add this file' : 'Add these files'}
              </Button>
              {project.can.edit && (
                <Checkbox
                  label="Visible only to our team"
                  checked={internal}
                  onChange={(event) => setInternal(event.currentTarget.checked)}
                />
              )}
            </div>
          )}
        </form>
      )}
      {!data &&
        (error ? (
          <p className="text-bad text-sm">
            {parseFailure(error)?.message ?? 'Couldn’t load the files.'}{' '}
            <button type="button" className="rounded-sm underline underline-offset-3" onClick={() => void refetch()}>
              Try again
            </button>
          </p>
        ) : (
          <Skeleton className="h-40 rounded-md" />
        ))}
      {data && files.length === 0 && (
        <EmptyState icon={<Files />} title="No files yet">
          Files added here and to tasks, comments and updates appear in this list.
        </EmptyState>
      )}
      <FileLines
        files={files}
        about={(f) => (
          <>
            {f.internal && <span className="text-warn">Internal · </span>}
            {f.task ? `${f.task.title} · ` : f.updateId ? 'Update · ' : ''}
            {f.by}, <RelativeTime iso={f.createdAt} />
          </>
        )}
      />
      {hasNextPage && (
        <div>
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older files
          </Button>
        </div>
      )}
    </div>
  )
}
