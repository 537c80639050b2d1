import type { ReactNode } from 'react'

/** A list of rows with an icon, text and an action, such as passkeys or sessions. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="rounded-md border border-line bg-surface">
      {children}
    </ul>
  )
}

/** A row of a RowList. */
export function Row({
  icon,
  title,
  mark,
  children,
  action,
}: {
  icon: ReactNode
  title: string
  mark?: ReactNode
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <li className="flex items-start gap-3 border-line px-4 py-3 text-sm [&:not(:last-child)]:border-b">
      <span aria-hidden className="mt-0.5 text-muted [&>svg]:size-4">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
          {title}
          {mark}
        </p>
        <p className="mt-0.5 text-muted text-xs leading-5 [overflow-wrap:anywhere]">{children}</p>
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </li>
  )
}
