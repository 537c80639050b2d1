import { createContext, type KeyboardEvent, type ReactNode, useContext, useId } from 'react'
import { cx } from './cx'
import { Count } from './status'

const Opened = createContext<{ id: string; value: string }>({ id: '', value: '' })
const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Moves focus along the row. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  tabs[step(at, tabs.length - 1)]?.focus()
}

/** Where the row is wider than the screen, the open tab is brought into sight. The page itself does not move. */
function reveal(tab: HTMLElement | null) {
  const row = tab?.parentElement
  if (!row || row.scrollWidth <= row.clientWidth) return
  const [at, whole] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += at.left + at.width / 2 - whole.left - whole.width / 2
}

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
  const id = useId()
  return (
    <div className={className}>
      <div
        role="tablist"
        aria-label={label}
        className="flex gap-5 overflow-x-auto border-line border-b [scrollbar-width:none] max-md:-mx-4 max-md:px-4"
        onKeyDown={walk}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            ref={tab.value === value ? reveal : null}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            {...(tab.value === value ? { 'aria-controls': `${id}-panel` } : {})}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => tab.value !== value && onChange(tab.value)}
            className="-mb-px flex h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 font-medium text-muted text-sm transition-colors -outline-offset-2 hover:text-text aria-selected:border-accent aria-selected:text-text max-md:h-11 forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]"
          >
            {tab.label}
            {tab.count !== undefined && <Count value={tab.count} />}
          </button>
        ))}
      </div>
      <Opened value={{ id, value }}>{children}</Opened>
    </div>
  )
}

/** What one tab shows. Mounted only while it is open. */
export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  const opened = useContext(Opened)
  if (opened.value !== value) return null
  return (
    <div
      role="tabpanel"
      id={`${opened.id}-panel`}
      aria-labelledby={`${opened.id}-${value}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel takes focus after its tab
      tabIndex={0}
      className={cx('pt-5', className)}
    >
      {children}
    </div>
  )
}
