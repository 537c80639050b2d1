import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { Count } from './status'

interface TabsProps<Value extends string> {
  /** The name of the row of tabs, for screen readers. */
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: readonly { value: Value; label: ReactNode; count?: number }[]
  /** One `TabPanel` per tab. */
  children: ReactNode
  className?: string
}

/** Tabs over panels. Arrow keys move, Enter or Space opens. */
export function Tabs<Value extends string>({ label, value, onChange, tabs, children, className }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)} className={className}>
      <Base.List
        aria-label={label}
        className="flex gap-5 overflow-x-auto border-line border-b [scrollbar-width:none] max-md:-mx-4 max-md:px-4"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 font-medium text-muted text-sm transition-colors -outline-offset-2 hover:text-text forced-colors:border-[Canvas] data-active:border-accent forced-colors:data-active:border-[Highlight] data-active:text-text"
          >
            {tab.label}
            {tab.count !== undefined && <Count value={tab.count} />}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  )
}

/** What one tab shows. Mounted only while it is open. */
export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  return (
    <Base.Panel value={value} className={cx('pt-5', className)}>
      {children}
    </Base.Panel>
  )
}
