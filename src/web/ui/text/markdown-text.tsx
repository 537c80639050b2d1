import { memo, useDeferredValue, useMemo, useSyncExternalStore } from 'react'
import { cx } from '../cx.ts'
import { MarkdownView } from './markdown-view.tsx'

type Renderer = (text: string, people?: ReadonlyMap<string, string>) => string

let renderer: Renderer | undefined
let loading = false
/** Whether loading the renderer has failed once. */
let failed = false
const listeners = new Set<() => void>()

// Loads the renderer as a separate chunk, so that pages without Markdown do not download it.
function load() {
  if (loading) return
  loading = true
  import('./markdown.ts').then(
    (m) => {
      renderer = m.renderMarkdown
      for (const listener of listeners) listener()
    },
    () => {
      loading = false // the next text to mount retries; until then, the source text is shown
      failed = true
      for (const listener of listeners) listener()
    },
  )
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  load()
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Returns whether texts have their final height: the renderer has loaded, or has failed to load. Content below a text
 * that is shown earlier would move.
 */
export const useTextHeights = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => renderer !== undefined || failed,
    () => false,
  )

/** Texts with more characters are rendered at low priority, so that a page with many of them stays responsive. */
const LONG = 2_000

/** Renders Markdown. Shows the source text until the renderer has loaded. */
export const MarkdownText = memo(function MarkdownText({
  text,
  people,
  className,
}: {
  text: string
  /** People whose mentions are highlighted. */
  people?: readonly { id: string; name: string }[]
  className?: string
}) {
  const loaded = useSyncExternalStore(
    subscribe,
    () => renderer,
    () => undefined,
  )
  const deferred = useDeferredValue(loaded, null)
  const render = text.length > LONG ? deferred : loaded
  const html = useMemo(
    () => render?.(text, people && new Map(people.map((p) => [p.id, p.name]))),
    [render, text, people],
  )
  if (html === undefined) return <p className={cx('whitespace-pre-wrap [overflow-wrap:anywhere]', className)}>{text}</p>
  return <MarkdownView html={html} className={className} />
})
