import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button'

interface TableFooterProps {
  /** How many rows are shown. */
  shown: number
  /** How many there are, where the server knows. */
  total?: number
  /** What they are, in the plural: "tickets". */
  noun: string
  /** Adds the next page beneath. */
  onMore?: () => void
  /** Pages forward; shown with `onPrevious`. Leave one out at the end it cannot pass. */
  onNext?: () => void
  onPrevious?: () => void
  pending?: boolean
}

/** Count and paging beneath a table. */
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
              className="max-md:h-11"
              icon={<ChevronLeft aria-hidden className="size-4" />}
              disabled={!onPrevious}
              onClick={onPrevious}
            >
              Previous
            </Button>
            <Button size="sm" className="max-md:h-11" disabled={!onNext} onClick={onNext}>
              Next
              <ChevronRight aria-hidden className="size-4" />
            </Button>
          </>
        )}
        {onMore && (
          <Button size="sm" className="max-md:h-11" pending={pending} onClick={onMore}>
            Load more
          </Button>
        )}
      </div>
    </div>
  )
}
