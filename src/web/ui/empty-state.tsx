import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** A lucide icon; drawn at 20 px. */
  icon: ReactNode
  title: string
  /** Says what will appear here and what to do next. */
  children?: ReactNode
  action?: ReactNode
  /** Whether it is the only content of the page. Its title is then the page's `h1`. */
  whole?: boolean
}

/** Replaces the content of a list or page when there is nothing yet, nothing found, or no permission. */
export function EmptyState({ icon, title, children, action, whole }: EmptyStateProps) {
  const Title = whole ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center text-sm">
      <span
        aria-hidden
        className="mb-4 grid size-11 place-items-center rounded-md border border-line bg-raised text-muted [&>svg]:size-5"
      >
        {icon}
      </span>
      <Title className="font-medium">{title}</Title>
      {children && <p className="mt-1 max-w-sm text-balance text-muted">{children}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
