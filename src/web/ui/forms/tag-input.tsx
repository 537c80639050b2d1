import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { cx } from '../cx'
import { popupClass } from '../overlays/popup-class'
import { getPressedKey } from '../pressed-key'
import { controlClass, useWiring } from './field'

interface TagInputProps {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Suggestions while typing. Other tags can be typed as well. */
  suggestions: readonly { name: string; detail?: string }[]
  /** The plural noun, for screen readers, such as "Tools". */
  noun: string
  placeholder?: string
  /** Maximum number of characters in a tag. */
  maxLength?: number
  /** Maximum number of tags. */
  max?: number
}

/** Maximum number of listed suggestions. Typing finds the others. */
const LISTED = 40
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const has = (names: readonly string[], name: string) => names.some((n) => same(n, name))

/**
 * Enters several tags, from suggestions or typed freely. Arrow keys and Enter choose, a comma ends a tag, Backspace
 * removes the last one. Use it inside a `Field`.
 */
export function TagInput({ value, onChange, suggestions, noun, placeholder, maxLength = 50, max = 40 }: TagInputProps) {
  const wiring = useWiring({})
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  /** Announced to screen readers after a change. */
  const [announcement, setAnnouncement] = useState('')

  const clean = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, maxLength)
  const word = clean(typed)
  const details = useMemo(() => new Map(suggestions.map((s) => [s.name, s.detail])), [suggestions])
  /** Returns a name in the spelling of its suggestion. */
  const spelled = (name: string) => suggestions.find((s) => same(s.name, name))?.name ?? name
  const full = value.length >= max

  const query = word.toLowerCase()
  const found = suggestions
    .filter(({ name, detail }) => {
      if (has(value, name)) return false
      return query === '' || name.toLowerCase().includes(query) || detail?.toLowerCase().includes(query)
    })
    .map(({ name }) => name)
    // Names that start with the query come first.
    .toSorted((a, b) => Number(b.toLowerCase().startsWith(query)) - Number(a.toLowerCase().startsWith(query)))
    .slice(0, LISTED)
  const own = word !== '' && !has(value, word) && !has(found, word) ? [word] : []
  const shown = open && !full ? [...found, ...own] : []
  const active = shown[Math.min(at, shown.length - 1)]

  const listed = shown.length > 0
  useEffect(() => {
    // Near the bottom of a small screen, the list would open outside the window.
    if (listed) list.current?.scrollIntoView({ block: 'nearest' })
  }, [listed])
  useEffect(() => {
    if (active !== undefined) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function add(names: readonly string[]) {
    const next = [...value]
    for (const name of names.map(clean).map(spelled)) if (name && !has(next, name) && next.length < max) next.push(name)
    setTyped('')
    setAt(0)
    // Close the list, which would cover the next field. A key or a click opens it again.
    setOpen(false)
    if (next.length === value.length) return
    onChange(next)
    setAnnouncement(`${next.slice(value.length).join(', ')} added`)
  }
  function remove(name: string) {
    onChange(value.filter((v) => v !== name))
    setAnnouncement(`${name} removed`)
    input.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const key = getPressedKey(event)
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step) {
      event.preventDefault()
      if (!open) setOpen(true)
      else if (shown.length > 0) setAt((Math.min(at, shown.length - 1) + step + shown.length) % shown.length)
    } else if (key === 'Enter' && (open || word)) {
      // Do not submit the form while a tag is being entered.
      event.preventDefault()
      if (open && active !== undefined && (word !== '' || at > 0)) add([active])
      else if (word) add([word])
    } else if (key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    } else if (key === 'Backspace' && typed === '') {
      const last = value.at(-1)
      if (last !== undefined) remove(last)
    }
  }

  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the tags focuses the field */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field itself handles keys */}
      <div
        onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
        className={cx(
          controlClass,
          'flex min-h-9 cursor-text flex-wrap items-center gap-1.5 px-1.5 py-1 outline-accent outline-offset-2 has-[input:focus-visible]:outline-2 max-md:min-h-11',
        )}
      >
        {value.length > 0 && (
          <ul aria-label={`Selected ${noun.toLowerCase()}`} className="contents">
            {value.map((name) => (
              <li
                key={name}
                className="inline-flex h-6 max-w-full items-center rounded-sm border border-line bg-raised pl-2 text-sm max-md:h-11"
              >
                <span className="truncate">{name}</span>
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() => remove(name)}
                  className="grid size-6 shrink-0 place-items-center rounded-sm text-muted -outline-offset-2 hover:text-text max-md:size-11"
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          {...wiring}
          ref={input}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={listed}
          aria-controls={listed ? `${id}-list` : undefined}
          aria-activedescendant={active === undefined ? undefined : `${id}-${shown.indexOf(active)}`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          placeholder={value.length === 0 ? placeholder : full ? `Maximum of ${max} reached` : undefined}
          onChange={(event) => {
            const text = event.currentTarget.value
            setOpen(true)
            setAt(0)
            // A comma ends a tag. A pasted list becomes several tags.
            if (text.includes(',')) add(text.split(','))
            else setTyped(text)
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => {
            setOpen(false)
            // Add the typed text when the user leaves the field.
            if (word) add([word])
          }}
          onKeyDown={onKeyDown}
          className="h-6 min-w-28 flex-1 bg-transparent px-1.5 text-base text-text outline-none! placeholder:text-muted placeholder:opacity-100 max-md:h-9 md:text-sm"
        />
      </div>
      {listed && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          data-popup
          aria-label={noun}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className={cx(
            popupClass,
            'scroll-thin absolute inset-x-0 top-full z-30 mt-1.5 max-h-72 scroll-mb-20 overflow-y-auto p-1 max-md:max-h-56',
          )}
        >
          {shown.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys and Enter in the field choose
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, by aria-activedescendant
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={name === active}
              data-active={name === active ? '' : undefined}
              onClick={() => add([name])}
              onPointerMove={() => setAt(index)}
              className="flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm data-active:mark-active data-active:bg-line max-md:min-h-11 forced-colors:data-active:bg-[Highlight] forced-colors:data-active:text-[HighlightText]"
            >
              <span className="min-w-0 flex-1 truncate">{details.has(name) ? name : `Add “${name}”`}</span>
              {details.get(name) && <span className="shrink-0 text-muted text-xs">{details.get(name)}</span>}
            </div>
          ))}
        </div>
      )}
      <span aria-live="polite" className="sr-only">
        {announcement}
      </span>
    </div>
  )
}
