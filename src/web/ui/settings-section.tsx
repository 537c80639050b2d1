import { type ReactNode, useId } from 'react'

interface SettingsSectionProps {
  /** The anchor for links to this section. */
  id?: string
  title: string
  description: ReactNode
  action?: ReactNode
  /** Shows the content below the title, at full width. For tables. */
  wide?: boolean
  children: ReactNode
}

/**
 * A section of the settings, with title and description on the left and the content on the right, or below on phones.
 */
export function SettingsSection({ id, title, description, action, wide, children }: SettingsSectionProps) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className={
        wide
          ? 'flex scroll-mt-20 flex-col gap-5 border-line border-b py-8 first:pt-0 last:border-b-0'
          : 'grid scroll-mt-20 gap-x-10 gap-y-4 border-line border-b py-8 first:pt-0 last:border-b-0 lg:grid-cols-[17rem_minmax(0,40rem)]'
      }
    >
      <header className={wide ? 'flex flex-wrap items-end justify-between gap-x-6 gap-y-3' : undefined}>
        <div className={wide ? 'min-w-0 flex-1 basis-72' : undefined}>
          <h2 id={heading} className="font-semibold text-base">
            {title}
          </h2>
          <p className="mt-1 max-w-prose text-muted text-sm">{description}</p>
        </div>
        {action}
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
