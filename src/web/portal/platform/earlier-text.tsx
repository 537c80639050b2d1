import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MarkdownText } from '../../ui/markdown-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { failureOf } from './api.ts'

type Versions = { items: { body: string; replacedAt: string }[] }

interface EarlierTextProps<Key extends readonly unknown[]> {
  options: UseQueryOptions<Versions, Error, Versions, Key>
  /** Who put what right. */
  who: string
  onClose: () => void
}

/** What something said before it was put right, newest first; for staff. */
export function EarlierText<Key extends readonly unknown[]>({ options, who, onClose }: EarlierTextProps<Key>) {
  const { data, error, isFetching, refetch } = useQuery(options)
  const failure = failureOf(error)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      phone="full"
      title="Earlier text"
      description={`${who}. Only staff see what it said before.`}
    >
      {data ? (
        <ol className="flex flex-col gap-4">
          {data.items.toReversed().map((version) => (
            <li key={version.replacedAt} className="rounded-md border border-line bg-ink px-4 pt-3 pb-4">
              <p className="mb-2 text-muted text-xs">
                Until <RelativeTime iso={version.replacedAt} />
              </p>
              <MarkdownText text={version.body} />
            </li>
          ))}
        </ol>
      ) : error ? (
        <ErrorState
          title="The earlier text did not load"
          message={failure?.message ?? 'Something went wrong on the way.'}
          requestId={failure?.data?.requestId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Dialog>
  )
}
