import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { cx } from '../cx'
import { popupClass } from '../overlays/popup-class'
import { controlClass, useWiring } from './field'

/** A choice of a `SearchSelect`. */
export interface Choice {
  id: string
  name: string
}

interface SearchSelectProps {
  value: Choice | null
  onChange: (choice: Choice | null) => void
  /** The matches of the last search. */
  choices: readonly Choice[]
  /** Called with the typed text, which can be empty. */
  onSearch: (typed: string) => void
  /** Whether a search is running. */
  searching?: boolean
  /** Shown when nothing matches. */
  empty: ReactNode
  placeholder?: string
  /** Whether the choice can be cleared. */
  clearable?: boolean
  disabled?: boolean
}

/** Selects one of very many choices. The caller searches; arrow keys and Enter choose. Use it inside a `Field`. */
export function SearchSelect({
  value,
  onChange,
  choices,
  onSearch,
  searching,
  empty,
  placeholder,
  clearable = true,
  disabled,
}: SearchSelectProps) {
  const wiring = useWiring({})
  return (
    <Base.Root
      items={choices}
      filter={null}
      value={value}
      onValueChange={(next: Choice | null) => (next || clearable) && onChange(next)}
      // After a choice, the input holds its name, which is not a search.
      onInputValueChange={(typed: string) => onSearch(typed === value?.name ? '' : typed)}
      itemToStringLabel={(choice: Choice) => choice.name}
      isItemEqualToValue={(a: Choice, b: Choice) => a.id === b.id}
      autoHighlight
      disabled={disabled}
    >
      <Base.InputGroup role="presentation" className="relative block">
        <Base.Input
          {...wiring}
          placeholder={placeholder}
          onFocus={(event) => event.currentTarget.select()}
          autoComplete="off"
          spellCheck={false}
          className={cx(controlClass, 'h-9 truncate px-3 pr-16 max-md:h-11')}
        />
        <span className="absolute inset-y-0 right-0 flex text-muted">
          {clearable && (
            <Base.Clear aria-label="Clear selection" className="grid w-8 place-items-center hover:text-text">
              <X aria-hidden className="size-4" />
            </Base.Clear>
          )}
          <Base.Trigger aria-label="Show options" tabIndex={-1} className="grid w-9 place-items-center">
            <ChevronDown aria-hidden className="size-4" />
          </Base.Trigger>
        </span>
      </Base.InputGroup>
      <Base.Portal role="region" aria-label="Options">
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup data-popup className={cx(popupClass, 'w-(--anchor-width) max-w-(--available-width)')}>
            <Base.Empty>
              <p className="px-3 py-3 text-muted text-sm">{searching ? 'Searching…' : empty}</p>
            </Base.Empty>
            <Base.List className="scroll-thin max-h-[min(16rem,var(--available-height))] overflow-y-auto p-1 outline-none data-empty:p-0">
              {(choice: Choice) => (
                <Base.Item
                  key={choice.id}
                  value={choice}
                  className="flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-highlighted:mark-active data-highlighted:bg-line max-md:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]"
                >
                  <span className="grid size-4 shrink-0 place-items-center">
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-4 text-accent" />
                    </Base.ItemIndicator>
                  </span>
                  <span className="min-w-0 flex-1 truncate">{choice.name}</span>
                </Base.Item>
              )}
            </Base.List>
            <PageStays />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Keeps the page visible to screen readers while the list is open. Base UI hides it, although focus stays in the field
 * and Tab continues from there. Removes `aria-hidden` from everything inside Base UI's `data-base-ui-inert` marker.
 */
function PageStays() {
  useEffect(() => {
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof Element && target.closest('[data-base-ui-inert]')) target.removeAttribute('aria-hidden')
    })
    observer.observe(document.body, { subtree: true, attributeFilter: ['aria-hidden'] })
    return () => observer.disconnect()
  }, [])
  return null
}
