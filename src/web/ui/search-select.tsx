import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { cx } from './cx'
import { controlClass, useWiring } from './field'
import { popupClass } from './popup-class'

/** Something that can be chosen. */
export interface Choice {
  id: string
  name: string
}

interface SearchSelectProps {
  value: Choice | null
  onChange: (choice: Choice | null) => void
  /** What answers to what was typed, from wherever it is searched. */
  choices: readonly Choice[]
  /** Told what is typed; empty when nothing is. */
  onSearch: (typed: string) => void
  /** The answer is under way. */
  searching?: boolean
  /** What to say when nothing answers. */
  empty: ReactNode
  placeholder?: string
  /** Whether none may be chosen. */
  clearable?: boolean
  disabled?: boolean
}

/** A choice out of very many, which somebody else searches: type, arrow keys and Enter to choose. Stands inside a `Field`. */
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
      // What is written after a choice is its name, not a search.
      onInputValueChange={(typed: string) => onSearch(typed === value?.name ? '' : typed)}
      itemToStringLabel={(choice: Choice) => choice.name}
      isItemEqualToValue={(a: Choice, b: Choice) => a.id === b.id}
      autoHighlight
      disabled={disabled}
    >
      <Base.InputGroup className="relative block">
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
            <Base.Clear aria-label="Clear choice" className="grid w-8 place-items-center hover:text-text">
              <X aria-hidden className="size-4" />
            </Base.Clear>
          )}
          <Base.Trigger aria-label="Show choices" tabIndex={-1} className="grid w-9 place-items-center">
            <ChevronDown aria-hidden className="size-4" />
          </Base.Trigger>
        </span>
      </Base.InputGroup>
      <Base.Portal role="region" aria-label="Choices">
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className={cx(popupClass, 'w-(--anchor-width) max-w-(--available-width)')}>
            <Base.Empty>
              <p className="px-3 py-3 text-muted text-sm">{searching ? 'Searching …' : empty}</p>
            </Base.Empty>
            <Base.List className="scroll-thin max-h-[min(16rem,var(--available-height))] overflow-y-auto p-1 outline-none data-empty:p-0">
              {(choice: Choice) => (
                <Base.Item
                  key={choice.id}
                  value={choice}
                  className="flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-highlighted:bg-line max-md:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]"
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
 * Base UI hides all of the page from screen readers while the list is open, although the focus stays in the field and
 * Tab goes on from there. What is hidden on its account stands beneath its mark: that is shown again at once.
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
