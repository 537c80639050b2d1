// Shows and announces messages that others write while a conversation is open.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { getScrollBehavior } from '../../../ui/use-media.ts'
import type { Message } from '../model.ts'

const cardOf = (id: string) => document.getElementById(`message-${id}`)
const words = (m: Message) => `New ${m.kind === 'note' ? 'internal note' : 'reply'} from ${m.author.name}`

export type Arrivals = {
  /** Text for the live region. */
  announcement: string
  /** Names a new message that is out of view. */
  unseen: string | undefined
  /** Scrolls to it. */
  show: () => void
}

/**
 * Watches a conversation for messages by others. `complete` says that its end is loaded: only then does another message
 * count as new. A reader at the `end` is shown the message. For a reader further up, `unseen` names it. `announcement`
 * names it in both cases.
 */
export function useArrivals(
  messages: readonly Message[],
  complete: boolean,
  me: string | undefined,
  end: RefObject<Element | null>,
): Arrivals {
  const known = useRef<Set<string>>(undefined)
  const atEnd = useRef(false)
  const [announcement, announce] = useState('')
  const [unseen, setUnseen] = useState<Message>()

  useEffect(() => {
    const mark = end.current
    if (!mark) return
    const watch = new IntersectionObserver(([entry]) => {
      atEnd.current = entry?.isIntersecting ?? false
      if (atEnd.current) setUnseen(undefined)
    })
    watch.observe(mark)
    return () => watch.disconnect()
  }, [end])

  useEffect(() => {
    const before = known.current
    if (!complete) {
      known.current = undefined
      return
    }
    known.current = new Set(messages.map((m) => m.id))
    if (!before) return
    const fresh = messages.filter((m) => !before.has(m.id) && m.kind !== 'event' && m.author.id !== me)
    const [first] = fresh
    const last = fresh.at(-1)
    if (!first || !last) return
    announce(words(last))
    if (atEnd.current) cardOf(last.id)?.scrollIntoView({ block: 'nearest', behavior: getScrollBehavior() })
    else setUnseen((now) => now ?? first)
  }, [messages, complete, me])

  const show = useCallback(() => {
    if (unseen) cardOf(unseen.id)?.scrollIntoView({ block: 'start', behavior: getScrollBehavior() })
    setUnseen(undefined)
  }, [unseen])
  return { announcement, unseen: unseen && words(unseen), show }
}

/** Keeps an editor that has the focus at its position in the window while `above` changes its height. */
export function useSteady(written: RefObject<HTMLElement | null>, above: RefObject<HTMLElement | null>): void {
  const top = useRef(0)
  useLayoutEffect(() => {
    const box = written.current
    const content = above.current
    if (!box || !content) return
    const note = () => {
      top.current = box.getBoundingClientRect().top
    }
    const watch = new ResizeObserver(() => {
      const moved = box.getBoundingClientRect().top - top.current
      if (moved !== 0 && box.contains(document.activeElement)) scrollBy(0, moved)
      note()
    })
    note()
    watch.observe(content)
    addEventListener('scroll', note, { passive: true })
    return () => {
      watch.disconnect()
      removeEventListener('scroll', note)
    }
  }, [written, above])
}
