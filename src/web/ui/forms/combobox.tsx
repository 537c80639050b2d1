import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../cx'
import { getPressedKey } from '../pressed-key'
import { controlClass, useWiring } from './field'

interface ComboboxProps {
  /** One of `choices`. */
  value: string
  onChange: (value: string) => void
  choices: readonly string[]
  labelOf: (choice: string) => string
  /** Shown on the right of a choice in the list. */
  detailOf?: (choice: string) => ReactNode
  /** Returns whether a choice matches the lowercase query. By default, its label must contain it. */
  matches?: (choice: string, query: string) => boolean
  /** Maximum number of listed choices. Typing finds the others. */
  limit?: number
  /** Shown when nothing matches. */
  empty: ReactNode
}

/**
 * Selects one of many choices: typing filters them, arrow keys and Enter choose, Escape cancels. Use it inside a
 * `Field`. Base UI's combobox is not used because it hides the page from screen readers while focus is still in it.
 */
export function Combobox({
  value,
  onChange,
  choices,
  labelOf,
  detailOf,
  matches = (choice, query) => labelOf(choice).toLowerCase().includes(query),
  limit = 80,
  empty,
}: ComboboxProps) {
  const wiring = useWiring({})
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  /** Null until the user types. */
  const [query, setQuery] = useState<string | null>(null)
  const [active, setActive] = useState<string>()

  const wanted = query?.trim().toLowerCase() ?? ''
  const found = open ? (wanted === '' ? choices : choices.filter((choice) => matches(choice, wanted))) : []
  // Always list the selected choice, even beyond the limit.
  const shown = found.slice(0, limit)
  if (open && wanted === '' && !shown.includes(value)) shown.push(value)
  const at = active === undefined ? -1 : shown.indexOf(active)

  useEffect(() => {
    if (open && active !== undefined) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [open, active])

  const show = () => {
    if (open) return
    setOpen(true)
    setActive(value)
  }
  const close = () => {
    setOpen(false)
    setQuery(null)
    setActive(undefined)
  }
  const choose = (choice: string) => {
    close()
    if (choice !== value) onChange(choice)
  }
  const type = (text: string) => {
    setOpen(true)
    setQuery(text)
    const first = text.trim().toLowerCase()
    setActive(first === '' ? value : choices.find((choice) => matches(choice, first)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const key = getPressedKey(event)
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return show()
      const step = key === 'ArrowDown' ? 1 : -1
      setActive(shown[(at + step + shown.length) % shown.length])
    } else if (key === 'Enter' && open) {
      event.preventDefault()
      if (at >= 0) choose(shown[at] as string)
    } else if (key === 'Escape' && open) {
      // Do not close a surrounding dialog as well.
      event.preventDefault()
      event.stopPropagation()
      close()
      input.current?.select()
    }
  }

  return (
    <span className="relative block">
      <input
        {...wiring}
        ref={input}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={query ?? labelOf(value)}
        onChange={(event) => type(event.currentTarget.value)}
        // Select the text, so that typing replaces the current choice.
        onFocus={(event) => event.currentTarget.select()}
        onClick={show}
        onBlur={close}
        onKeyDown={onKeyDown}
        className={cx(controlClass, 'h-9 truncate px-3 pr-9 max-md:h-11')}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted forced-colors:text-[CanvasText]"
      />
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus where it is
        <div
          className="absolute inset-x-0 top-full z-40 mt-1.5 rounded-md border border-line bg-raised text-sm"
          onMouseDown={(event) => event.preventDefault()}
        >
          {shown.length === 0 ? (
            <p role="status" className="px-3 py-3 text-muted">
              {empty}
            </p>
          ) : (
            <div
              ref={list}
              id={`${id}-list`}
              role="listbox"
              aria-label="Options"
              className="scroll-thin max-h-72 scroll-py-1 overflow-y-auto p-1"
            >
              {shown.map((choice, i) => (
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                <div
                  key={choice}
                  id={`${id}-${i}`}
                  role="option"
                  aria-selected={choice === value}
                  data-active={i === at || undefined}
                  onMouseMove={() => setActive(choice)}
                  onClick={() => choose(choice)}
                  className="flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 data-active:mark-active data-active:bg-line max-md:min-h-11 forced-colors:data-active:bg-[Highlight] forced-colors:data-active:text-[HighlightText]"
                >
                  <span className="grid size-4 shrink-0 place-items-center">
                    {choice === value && <Check aria-hidden className="size-4 text-accent" />}
                  </span>
                  <span className="min-w-0 flex-1 truncate">{labelOf(choice)}</span>
                  {detailOf && (
                    <span className="max-w-1/2 shrink-0 truncate text-muted text-xs">{detailOf(choice)}</span>
                  )}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </span>
  )
}
