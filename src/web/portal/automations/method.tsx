import type { ReactNode } from 'react'

/** How figures were reckoned, folded away beneath them. */
export function Method({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details className="relative text-muted text-xs">
      <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm hover:text-text max-md:min-h-11">
        How this is reckoned<span className="sr-only">: {name}</span>
      </summary>
      <div className="mt-1 flex flex-col gap-1 text-pretty">{children}</div>
    </details>
  )
}
