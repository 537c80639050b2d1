import type { ReactNode } from 'react'

/** One part of the settings: what it is about on the left, the thing itself on the right; on a phone below each other. */
export function Section({
  id,
  title,
  description,
  children,
}: {
  /** Where a link to this part leads. */
  id: string
  title: string
  description: ReactNode
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-20 gap-x-10 gap-y-4 border-line border-b py-8 first:pt-0 last:border-b-0 lg:grid-cols-[17rem_minmax(0,40rem)]"
    >
      <header>
        <h2 id={`${id}-title`} className="font-semibold text-base">
          {title}
        </h2>
        <p className="mt-1 text-muted text-sm">{description}</p>
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
