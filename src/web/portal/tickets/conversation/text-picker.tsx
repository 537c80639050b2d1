import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { popupClass } from '../../../ui/overlays/popup-class.ts'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { api, client, parseFailure } from '../../platform/data/api.ts'
import { useDebounced } from '../../platform/data/use-debounced.ts'
import type { CursorSearch, Named } from './mention-marks.ts'

/** Handles a key from the textarea. Returns true if the list used it. */
export type PickerHandle = { key: (key: string) => boolean }

interface PickerProps {
  id: string
  reach: CursorSearch
  ticketId: string
  kind: 'reply' | 'note'
  onPerson: (person: Named) => void
  onText: (text: string) => void
  onClose: () => void
  /** The id of the choice that Enter selects, for the textarea's `aria-activedescendant`. */
  onActive: (id: string | undefined) => void
  ref?: Ref<PickerHandle>
}

type Choice = { id: string; name: string; detail: string; take: () => void | Promise<void>; person: boolean }

/** People to mention, or canned replies to insert, while the user types. Focus stays in the text. */
export function TextPicker({ id, reach, ticketId, kind, onPerson, onText, onClose, onActive, ref }: PickerProps) {
  const persons = reach.for === 'person'
  const q = useDebounced(reach.words.trim(), 120)
  const people = useQuery({
    ...api.tickets.people.queryOptions({ input: { ticketId, for: kind, q } }),
    enabled: persons,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const canned = useQuery({
    ...api.tickets.cannedReplies.queryOptions({ input: { q: q || undefined, limit: 20 } }),
    enabled: !persons,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const asked = persons ? people : canned
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)

  // The list may still show the results of an earlier search. Enter must not select one of those.
  const typed = reach.words.trim()
  const late = typed !== q || asked.isPlaceholderData || asked.isPending
  const wanted = useRef(false)
  const all: Choice[] = persons
    ? (people.data?.items ?? []).map((p) => ({
        id: p.id,
        name: p.name,
        detail: p.staff ? 'Our team' : '',
        person: true,
        take: () => onPerson({ id: p.id, name: p.name }),
      }))
    : (canned.data?.items ?? []).map((c) => ({
        id: c.id,
        name: c.name,
        detail: `/${c.shortcut}`,
        person: false,
        async take() {
          try {
            onText((await client.tickets.renderCannedReply({ id: ticketId, cannedReplyId: c.id })).text)
          } catch (e) {
            const failure = parseFailure(e)
            showToast({
              title: `“${c.name}” was not inserted`,
              description:
                failure?.data?.fields?.body?.[0] ?? failure?.message ?? 'Check your connection and try again.',
              tone: 'destructive',
            })
          }
        },
      }))
  const choices = late ? all.filter((c) => `${c.name} ${c.detail}`.toLowerCase().includes(typed.toLowerCase())) : all
  const active = Math.min(at, Math.max(0, choices.length - 1))
  const activeId = choices[active] ? `${id}-${active}` : undefined
  useEffect(() => onActive(activeId), [activeId, onActive])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search starts at the top
  useEffect(() => setAt(0), [q, persons])
  // No person has this name, so what was typed is just text.
  const none = asked.isSuccess && !asked.isPlaceholderData && choices.length === 0
  useEffect(() => {
    if (none && persons && reach.words.includes(' ')) onClose()
  }, [none, persons, reach.words, onClose])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const first = choices[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing more cancels the pending selection
  useEffect(() => {
    wanted.current = false
  }, [typed])
  useEffect(() => {
    if (late || !wanted.current) return
    wanted.current = false
    void first?.take()
  }, [late, first])

  useImperativeHandle(ref, () => ({
    key(key) {
      if (key === 'Escape') {
        onClose()
        return true
      }
      const n = choices.length
      if (n === 0 && late && (key === 'Enter' || key === 'Tab')) {
        wanted.current = true
        return true
      }
      if (n === 0) return false
      if (key === 'ArrowDown') setAt((active + 1) % n)
      else if (key === 'ArrowUp') setAt((active + n - 1) % n)
      else if (key === 'Enter' || key === 'Tab') void choices[active]?.take()
      else return false
      return true
    },
  }))

  const words = persons ? 'People' : 'Canned replies'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus in the text
    <div
      data-popup
      className={`${popupClass} absolute bottom-full left-2 z-40 mb-1.5 w-[min(22rem,calc(100%-1rem))] text-sm`}
      onMouseDown={(event) => event.preventDefault()}
    >
      {choices.length > 0 ? (
        <div ref={list} id={id} role="listbox" aria-label={words} className="scroll-thin max-h-64 overflow-y-auto p-1">
          {choices.map((choice, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the textarea keeps the focus and names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys come through the textarea
            <div
              key={choice.id}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === active}
              onMouseMove={() => setAt(i)}
              onClick={() => void choice.take()}
              className="flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 aria-selected:mark-active aria-selected:bg-line max-md:min-h-11 forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText]"
            >
              {choice.person && <Avatar name={choice.name} size="sm" />}
              <span className="min-w-0 flex-1 truncate">{choice.name}</span>
              {choice.detail && <span className="shrink-0 text-muted text-xs">{choice.detail}</span>}
            </div>
          ))}
        </div>
      ) : (
        <p role="status" className="px-3 py-2.5 text-muted">
          {asked.isPending ? (
            <Skeleton className="h-3.5 w-32" />
          ) : asked.isError ? (
            'Couldn’t load the list. Keep typing to try again.'
          ) : persons ? (
            'No people with access to this ticket match.'
          ) : reach.words ? (
            'No canned replies match.'
          ) : (
            'No canned replies yet. Add them in Settings.'
          )}
        </p>
      )}
    </div>
  )
}
