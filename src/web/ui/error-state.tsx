import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from './button'
import { CopyButton } from './copy-button'

interface ErrorStateProps {
  title?: string
  /** Says what happened and what the reader can do. */
  message: string
  /** Lets support find the request. */
  requestId?: string
  onRetry?: () => void
  retrying?: boolean
}

/** Shown in place of a page or list that failed to load. */
export function ErrorState({ title = 'Couldn’t load this', message, requestId, onRetry, retrying }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center text-sm">
      <span
        aria-hidden
        className="mb-4 grid size-11 place-items-center rounded-md border border-bad/25 bg-bad/8 text-bad [&>svg]:size-5"
      >
        <TriangleAlert />
      </span>
      <p className="font-medium">{title}</p>
      <p className="mt-1 max-w-sm text-balance text-muted">{message}</p>
      {onRetry && (
        <div className="mt-5">
          <Button icon={<RotateCw aria-hidden className="size-4" />} pending={retrying} onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      {requestId && (
        <p className="mt-4 flex max-w-full items-center gap-1 text-muted text-xs">
          <span className="truncate">
            Request ID <span className="font-mono">{requestId}</span>
          </span>
          <CopyButton text={requestId} label="Copy request ID" />
        </p>
      )}
    </div>
  )
}
