import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { cx } from './cx'
import { controlClass, useWiring } from './field'
import { popupClass } from './popup-class'

interface TagInputProps {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** What is offered while typing; anything else can be typed as well. */
  suggestions: readonly { name: string; detail?: string }[]
  /** What they are, in the plural, for screen readers: "Tools". */
  noun: string
  placeholder?: string
  /** Characters of one tag. */
  maxLength?: number
  /** Tags in all. */
  max?: number
}

/** Suggestions that are listed at once; typing finds the others. */
const LISTED = 40
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const has = (names: readonly string[], name: string) => names.some((n) => same(n, name))

/**
 * Several words, from suggestions or typed freely: arrow keys and Enter choose, a comma ends a word, Backspace takes the
 * last one back. Stands inside a `Field`.
 */
export function TagInput({ value, onChange, suggestions, noun, placeholder, maxLength = 50, max = 40 }: TagInputProps) {
  const wiring = useWiring({})
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  /** Said to screen readers after a change. */
  const [said, setSaid] = useState('')

  const clean = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, maxLength)
  const word = clean(typed)
  const details = useMemo(() => new Map(suggestions.map((s) => [s.name, s.detail])), [suggestions])
  /** A name in the spelling in which it is known. */
  const spelled = (name: string) => suggestions.find((s) => same(s.name, name))?.name ?? name
  const full = value.length >= max

  const query = word.toLowerCase()
  const found = suggestions
    .filter(({ name, detail }) => {
      if (has(value, name)) return false
      return query === '' || name.toLowerCase().includes(query) || detail?.toLowerCase().includes(query)
    })
    .map(({ name }) => name)
    // What begins like it comes first.
    .toSorted((a, b) => Number(b.toLowerCase().startsWith(query)) - Number(a.toLowerCase().startsWith(query)))
    .slice(0, LISTED)
  const own = word !== '' && !has(value, word) && !has(found, word) ? [word] : []
  const shown = open && !full ? [...found, ...own] : []
  const active = shown[Math.min(at, shown.length - 1)]

  const listed = shown.length > 0
  useEffect(() => {
    // Low on a small screen, the list would begin where the window ends.
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
    // What is chosen is chosen: the list would stand over what comes next. A key or a press opens it again.
    setOpen(false)
    if (next.length === value.length) return
    onChange(next)
    setSaid(`${next.slice(value.length).join(', ')} added`)
  }
  function remove(name: string) {
    onChange(value.filter((v) => v !== name))
    setSaid(`${name} removed`)
    input.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (!open) setOpen(true)
      else if (shown.length > 0) setAt((Math.min(at, shown.length - 1) + step + shown.length) % shown.length)
    } else if (event.key === 'Enter' && (open || word)) {
      // Never sends the form while a word is being chosen.
      event.preventDefault()
      if (open && active !== undefined && (word !== '' || at > 0)) add([active])
      else if (word) add([word])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Backspace' && typed === '') {
      const last = value.at(-1)
      if (last !== undefined) remove(last)
    }
  }

  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the words leads into the field, as in any field */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the field itself */}
      <div
        onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
        className={cx(
          controlClass,
          'flex min-h-9 cursor-text flex-wrap items-center gap-1.5 px-1.5 py-1 outline-accent outline-offset-2 has-[input:focus-visible]:outline-2 max-md:min-h-11',
        )}
      >
        {value.length > 0 && (
          <ul aria-label={`${noun}, chosen`} className="contents">
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
          placeholder={value.length === 0 ? placeholder : full ? `At most ${max}` : undefined}
          onChange={(event) => {
            const text = event.currentTarget.value
            setOpen(true)
            setAt(0)
            // A comma ends a word; a pasted list comes in as several.
            if (text.includes(',')) add(text.split(','))
            else setTyped(text)
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => {
            setOpen(false)
            // A word that was typed and left is meant.
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
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field; aria-activedescendant points here
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={name === active}
              data-active={name === active ? '' : undefined}
              onClick={() => add([name])}
              onPointerMove={() => setAt(index)}
              className="flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm data-active:bg-line max-md:min-h-11 forced-colors:data-active:bg-[Highlight] forced-colors:data-active:text-[HighlightText]"
            >
              <span className="min-w-0 flex-1 truncate">{details.has(name) ? name : `Add “${name}”`}</span>
              {details.get(name) && <span className="shrink-0 text-muted text-xs">{details.get(name)}</span>}
            </div>
          ))}
        </div>
      )}
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
    </div>
  )
}
