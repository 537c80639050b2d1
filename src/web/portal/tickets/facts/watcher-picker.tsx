import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { TextInput } from '../../../ui/forms/field.tsx'
import { getPressedKey } from '../../../ui/pressed-key.ts'
import { api } from '../../platform/data/api.ts'
import { useDebounced } from '../../platform/data/use-debounced.ts'

export type Picked = { kind: 'user' | 'contact'; id: string; name: string; email: string | null }

interface WatcherPickerProps {
  /** Undefined for a ticket that is not opened yet. */
  ticketId?: string
  companyId?: string
  /** Ids of people who are not offered. */
  taken: readonly string[]
  busy?: boolean
  onPick: (who: Picked) => void
  onClose?: () => void
}

/** Finds colleagues and contacts who have an email; arrow keys and Enter choose, Escape closes. */
export function WatcherPicker({ ticketId, companyId, taken, busy, onPick, onClose }: WatcherPickerProps) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  // On a form the list opens on demand. In the facts the user has just asked for it.
  const [open, setOpen] = useState(onClose !== undefined)
  const q = useDebounced(words.trim(), 150)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { data, isPending, isError, isPlaceholderData } = useQuery({
    ...api.tickets.people.queryOptions({ input: { ticketId, companyId, for: 'watch', q } }),
    enabled: open,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  useEffect(() => {
    if (onClose) input.current?.focus()
  }, [onClose])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search starts at the top
  useEffect(() => setAt(0), [q])
  const typed = words.trim()
  // Until the response arrives, show only the previous results that match.
  const late = open && (q !== typed || isPending || isPlaceholderData)
  const isMatch = (p: Picked) => `${p.name} ${p.email ?? ''}`.toLowerCase().includes(typed.toLowerCase())
  const choices = open ? (data?.items.filter((p) => !taken.includes(p.id) && (!late || isMatch(p))) ?? []) : []
  const active = Math.min(at, Math.max(0, choices.length - 1))
  useEffect(() => {
    box.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  // If Enter was pressed before the response arrived, pick the first person found.
  const awaited = useRef(false)
  useEffect(() => {
    if (late || !awaited.current) return
    awaited.current = false
    pick(choices[0])
  })

  function pick(who: Picked | undefined) {
    if (!who || busy) return
    onPick(who)
    setWords('')
    input.current?.focus()
    // On a form the list must not cover what comes next.
    if (!onClose) setOpen(false)
  }
  function onKeyDown(event: KeyboardEvent) {
    const key = getPressedKey(event)
    const n = choices.length
    if (key === 'Escape') {
      if (open) event.stopPropagation()
      setOpen(false)
      onClose?.()
    } else if (key === 'ArrowDown' && !open) setOpen(true)
    else if (key === 'ArrowDown' && n > 0) setAt((active + 1) % n)
    else if (key === 'ArrowUp' && n > 0) setAt((active + n - 1) % n)
    else if (key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (choices.length === 0 && late) awaited.current = true
      else pick(choices[active])
    } else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes when focus leaves it
    <div
      className="relative mt-2"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget as Node | null)) return
        setOpen(false)
        onClose?.()
      }}
    >
      <TextInput
        ref={input}
        role="combobox"
        aria-label="Find a colleague or contact"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={choices[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Name or email"
        value={words}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setOpen(true)
          awaited.current = false
          setWords(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus where it is
        <div
          // In the facts, which scroll separately, the list takes its own space.
          className={cx(
            'mt-1.5 rounded-md border border-line bg-raised text-sm',
            !onClose && 'absolute inset-x-0 top-full z-40',
          )}
          onMouseDown={(event) => event.preventDefault()}
        >
          {choices.length === 0 ? (
            <p role="status" className="px-3 py-2.5 text-muted text-xs">
              {late
                ? 'Searching…'
                : isError
                  ? 'Couldn’t load the list. Type to try again.'
                  : q
                    ? 'No colleagues or contacts with an email address match.'
                    : 'There’s no one else to add. Contacts need an email address.'}
            </p>
          ) : (
            <div
              ref={box}
              id={`${id}-list`}
              role="listbox"
              aria-label="People"
              className="scroll-thin max-h-64 overflow-y-auto p-1"
            >
              {choices.map((who, i) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active one
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys come through the input
                <div
                  key={who.id}
                  id={`${id}-${i}`}
                  role="option"
                  aria-selected={i === active}
                  onMouseMove={() => setAt(i)}
                  onClick={() => pick(who)}
                  className="flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 aria-selected:mark-active aria-selected:bg-line max-md:min-h-11 forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText]"
                >
                  <Avatar name={who.name} size="sm" />
                  <span className="min-w-0 flex-1 leading-tight">
                    <span className="block truncate">{who.name}</span>
                    <span className="block truncate text-muted text-xs">
                      {who.kind === 'contact'
                        ? `${who.email}${who.mail === 'not_confirmed' ? ' · Not confirmed yet' : who.mail === 'blocked' ? ' · Opted out of email' : ''}`
                        : who.staff
                          ? 'Our team'
                          : 'Colleague'}
                    </span>
                  </span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  )
}
