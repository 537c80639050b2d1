import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FoldedText } from '../../../ui/text/folded-text.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { parseFailure } from '../data/api.ts'

type Versions = { items: { body: string; replacedAt: string }[] }

interface EarlierTextProps<Key extends readonly unknown[]> {
  options: UseQueryOptions<Versions, Error, Versions, Key>
  /** Who edited what. */
  who: string
  onClose: () => void
}

/** The earlier versions of a text, newest first; for staff. */
export function EarlierText<Key extends readonly unknown[]>({ options, who, onClose }: EarlierTextProps<Key>) {
  const { data, error, isFetching, refetch } = useQuery(options)
  const failure = parseFailure(error)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      phone="full"
      title="Earlier versions"
      description={`${who}. Only staff can see earlier versions.`}
    >
      {data ? (
        <ol className="flex flex-col gap-4">
          {data.items.toReversed().map((version) => (
            <li key={version.replacedAt} className="rounded-md border border-line bg-ink px-4 pt-3 pb-4">
              <p className="mb-2 text-muted text-xs">
                Until <RelativeTime iso={version.replacedAt} />
              </p>
              <FoldedText text={version.body} what="text" />
            </li>
          ))}
        </ol>
      ) : error ? (
        <ErrorState
          title="Couldn’t load the earlier versions"
          message={failure?.message ?? 'Check your connection and try again.'}
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
