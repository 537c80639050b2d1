import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { controlClass, useWiring } from './field'
import { popupClass } from './popup-class'

interface ComboboxProps {
  /** One of `choices`. */
  value: string
  onChange: (value: string) => void
  choices: readonly string[]
  labelOf: (choice: string) => string
  /** Stands at the right of a choice in the list. */
  detailOf?: (choice: string) => ReactNode
  /** Whether a choice answers what was typed, in small letters. Without it: its label contains it. */
  matches?: (choice: string, query: string) => boolean
  /** At most so many are listed. */
  limit?: number
  /** What to say when nothing answers. */
  empty: ReactNode
  disabled?: boolean
}

/** A choice out of many: type to narrow them down, arrow keys and Enter to choose. Stands inside a `Field`. */
export function Combobox({
  value,
  onChange,
  choices,
  labelOf,
  detailOf,
  matches = (choice, query) => labelOf(choice).toLowerCase().includes(query),
  limit = 60,
  empty,
  disabled,
}: ComboboxProps) {
  const wiring = useWiring({})
  return (
    <Base.Root
      items={choices}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onChange(next)
      }}
      itemToStringLabel={labelOf}
      filter={(choice: string, query) => query.trim() === '' || matches(choice, query.trim().toLowerCase())}
      limit={limit}
      autoHighlight
      disabled={disabled}
    >
      <Base.InputGroup className="relative block">
        <Base.Input
          {...wiring}
          // What stands there is a choice, not a beginning: typing replaces it.
          onFocus={(event) => event.currentTarget.select()}
          autoComplete="off"
          spellCheck={false}
          className={cx(controlClass, 'h-9 truncate px-3 pr-9 max-md:h-10')}
        />
        <Base.Trigger
          aria-label="Show choices"
          tabIndex={-1}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center text-muted"
        >
          <ChevronDown aria-hidden className="size-4" />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal role="region" aria-label="Choices">
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className={cx(popupClass, 'w-(--anchor-width) max-w-(--available-width)')}>
            <Base.Empty>
              <p className="px-3 py-3 text-muted text-sm">{empty}</p>
            </Base.Empty>
            <Base.List className="scroll-thin max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 outline-none data-empty:p-0">
              {(choice: string) => (
                <Base.Item
                  key={choice}
                  value={choice}
                  className="flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-highlighted:bg-line max-md:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]"
                >
                  <span className="grid size-4 shrink-0 place-items-center">
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-4 text-accent" />
                    </Base.ItemIndicator>
                  </span>
                  <span className="min-w-0 flex-1 truncate">{labelOf(choice)}</span>
                  {detailOf && (
                    <span className="max-w-1/2 shrink-0 truncate text-muted text-xs">{detailOf(choice)}</span>
                  )}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
