import { cx } from './cx'

/**
 * A gray placeholder for content that is loading. Set its size with classes, and `aria-busy` on the region around it.
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'block animate-breathe rounded-sm bg-line forced-colors:border forced-colors:border-[GrayText]',
        className,
      )}
    />
  )
}
