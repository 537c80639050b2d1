import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useContext } from 'react'
import { cx } from './cx'
import { OpenTab } from './open-tab.ts'
import { Count } from './status'

/** Scrolls a row that is wider than the screen to the open tab. The page itself does not scroll. */
function reveal(tab: HTMLElement | null) {
  const row = tab?.parentElement
  if (!row || row.scrollWidth <= row.clientWidth) return
  const [at, whole] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += at.left + at.width / 2 - whole.left - whole.width / 2
}

interface TabsProps<Value extends string> {
  /** The accessible name of the row of tabs. */
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: readonly { value: Value; label: ReactNode; count?: number }[]
  /** One `TabPanel` per tab. */
  children: ReactNode
  className?: string
}

/** Tabs with panels. Arrow keys move the focus, Enter or Space opens a tab. */
export function Tabs<Value extends string>({ label, value, onChange, tabs, children, className }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)} className={className}>
      <Base.List
        aria-label={label}
        className="flex gap-5 overflow-x-auto border-line border-b [scrollbar-width:none] max-md:-mx-4 max-md:px-4"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            ref={tab.value === value ? reveal : null}
            value={tab.value}
            className="-mb-px flex h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 font-medium text-muted text-sm transition-colors -outline-offset-2 hover:text-text aria-selected:border-accent aria-selected:text-text max-md:h-11 forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]"
          >
            {tab.label}
            {tab.count !== undefined && <Count value={tab.count} />}
          </Base.Tab>
        ))}
      </Base.List>
      <OpenTab value={value}>{children}</OpenTab>
    </Base.Root>
  )
}

/** The content of one tab, mounted only while the tab is open. */
export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  // Base UI keeps the closing panel for an animation, so both panels would be on the page for a moment.
  if (useContext(OpenTab) !== value) return null
  return (
    <Base.Panel value={value} className={cx('pt-5', className)}>
      {children}
    </Base.Panel>
  )
}
