import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../button'

interface TableFooterProps {
  /** How many rows are shown. */
  shown: number
  /** How many there are, if the server knows. */
  total?: number
  /** The plural noun, such as "tickets". */
  noun: string
  /** Appends the next page. */
  onMore?: () => void
  /** Goes to the next page; shown with `onPrevious`. Omit one on the first or last page to disable it. */
  onNext?: () => void
  onPrevious?: () => void
  pending?: boolean
}

/** The row count and paging below a table. */
export function TableFooter({ shown, total, noun, onMore, onNext, onPrevious, pending }: TableFooterProps) {
  const number = new Intl.NumberFormat('en-US')
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-3 px-3.5 py-2 text-sm">
      <p className="tabular text-muted" aria-live="polite">
        {total === undefined || total === shown
          ? `${number.format(shown)} ${noun}`
          : `${number.format(shown)} of ${number.format(total)} ${noun}`}
      </p>
      <div className="flex gap-2">
        {(onPrevious || onNext) && (
          <>
            <Button
              size="sm"
              icon={<ChevronLeft aria-hidden className="size-4" />}
              disabled={!onPrevious}
              onClick={onPrevious}
            >
              Previous
            </Button>
            <Button size="sm" disabled={!onNext} onClick={onNext}>
              Next
              <ChevronRight aria-hidden className="size-4" />
            </Button>
          </>
        )}
        {onMore && (
          <Button size="sm" pending={pending} onClick={onMore}>
            Load more
          </Button>
        )}
      </div>
    </div>
  )
}
