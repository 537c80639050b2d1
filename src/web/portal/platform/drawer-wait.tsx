import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { failureOf } from './api.ts'

interface DrawerWaitProps {
  query: { isError: boolean; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  /** What may have become of it, where it is not there. */
  gone: string
}

/** In a drawer while its thing is not there: it comes, it is gone, or it did not load. */
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
  const problem = failureOf(query.error)
  const lost = problem?.status === 404
  return (
    <ErrorState
      title={lost ? 'Not there any more' : 'This did not load'}
      message={lost ? gone : (problem?.message ?? 'Something went wrong. Try again.')}
      requestId={problem?.data?.requestId}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
