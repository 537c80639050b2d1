import type { ReactNode } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Wordmark } from '../../ui/logo.tsx'

/** The page around a form for a signed-out user: logo, a card with title and subtitle, and links below. */
export function Frame({
  title,
  line,
  below,
  children,
}: {
  title: string
  line: string
  below: ReactNode
  children: ReactNode
}) {
  return (
    // Not centered vertically, because the card would then move while the page loads and with every message in it.
    <main className="blueprint grid min-h-dvh content-start justify-center justify-items-center gap-6 px-4 py-10 sm:pt-[11dvh]">
      <a href="/" className="rounded-sm p-1">
        <Wordmark name={brand.shortName} />
      </a>
      <section
        aria-labelledby="title"
        className="w-[min(25rem,calc(100vw-2rem))] rounded-lg border border-line bg-surface p-6 sm:p-7"
      >
        <h1 id="title" className="font-semibold text-xl">
          {title}
        </h1>
        <p className="mt-1 text-muted text-sm">{line}</p>
        {children}
      </section>
      {below}
    </main>
  )
}
