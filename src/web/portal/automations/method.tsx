import type { ReactNode } from 'react'

/** Explains how figures are calculated. Collapsed by default. */
export function Method({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details className="relative text-muted text-xs">
      <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm hover:text-text max-md:min-h-11">
        How we calculate this<span className="sr-only">: {name}</span>
      </summary>
      <div className="mt-1 flex flex-col gap-1 text-pretty">{children}</div>
    </details>
  )
}
