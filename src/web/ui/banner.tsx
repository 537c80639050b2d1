import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button'
import { cx } from './cx'

const tones = {
  info: { box: 'border-info/25 bg-info/6', mark: <Info aria-hidden className="size-4 text-info" /> },
  good: { box: 'border-good/25 bg-good/6', mark: <CircleCheck aria-hidden className="size-4 text-good" /> },
  warn: { box: 'border-warn/25 bg-warn/6', mark: <TriangleAlert aria-hidden className="size-4 text-warn" /> },
  bad: { box: 'border-bad/30 bg-bad/8', mark: <CircleAlert aria-hidden className="size-4 text-bad" /> },
}

interface BannerProps {
  tone?: keyof typeof tones
  title?: ReactNode
  /** One button or link. */
  action?: ReactNode
  onDismiss?: () => void
  children?: ReactNode
}

/** A notice in the page, such as a failed save. Screen readers announce it when it appears. */
export function Banner({ tone = 'info', title, action, onDismiss, children }: BannerProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-start gap-x-3 gap-y-2.5 rounded-md border px-3.5 py-2.5 text-sm',
        tones[tone].box,
      )}
    >
      <span className={cx('flex min-w-0 flex-1 basis-56 gap-2.5', action && 'max-sm:basis-full')}>
        <span className="mt-0.5 shrink-0">{tones[tone].mark}</span>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {title && <span className="block font-medium">{title}</span>}
          {children && <span className={cx('block', title && 'text-muted')}>{children}</span>}
        </span>
      </span>
      {(action || onDismiss) && (
        <span className={cx('-my-1 flex items-center gap-1 max-sm:pl-6.5', action && 'max-sm:my-0')}>
          {action}
          {onDismiss && (
            <IconButton
              size="sm"
              label="Dismiss notice"
              icon={<X aria-hidden className="size-4" />}
              onClick={onDismiss}
            />
          )}
        </span>
      )}
    </div>
  )
}
