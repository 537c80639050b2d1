import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from './anchor'

interface PageHeaderProps {
  title: ReactNode
  /** One sentence. */
  description?: ReactNode
  /** The primary action, on the right. */
  action?: ReactNode
  /** The parent page, for pages one level down. */
  back?: { href: string; label: string }
}

/** The header of a portal page: the only `h1`, one sentence and the primary action. */
export function PageHeader({ title, description, action, back }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-72">
        {back && (
          <Anchor
            href={back.href}
            data-screen-only=""
            className="-ml-1 mb-2 inline-flex h-6 items-center gap-1 rounded-sm pr-1 text-muted text-sm transition-colors hover:text-text"
          >
            <ChevronLeft aria-hidden className="size-4" />
            {back.label}
          </Anchor>
        )}
        <h1 className="font-semibold text-xl [overflow-wrap:anywhere]">{title}</h1>
        {description && <p className="mt-1 text-muted text-sm">{description}</p>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </header>
  )
}
