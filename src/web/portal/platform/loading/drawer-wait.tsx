import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { parseFailure } from '../data/api.ts'

interface DrawerWaitProps {
  query: { isError: boolean; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Says what may have happened to the record, if it does not exist. */
  gone: string
}

/** Shown in a drawer instead of a record that is loading, does not exist, or could not be loaded. */
export function DrawerWait({ query, gone }: DrawerWaitProps) {
  if (!query.isError)
    return (
      <div aria-busy className="flex flex-col gap-3 p-1">
        <Skeleton className="size-14 rounded-full" />
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-4 w-52" />
        <Skeleton className="mt-4 h-32" />
      </div>
    )
  const problem = parseFailure(query.error)
  const lost = problem?.status === 404
  return (
    <ErrorState
      title={lost ? 'No longer available' : 'Couldn’t load this'}
      message={lost ? gone : (problem?.message ?? 'Check your connection and try again.')}
      requestId={problem?.data?.requestId}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
