import { memo, useMemo, useSyncExternalStore } from 'react'
import { cx } from './cx.ts'
import { MarkdownView } from './markdown-view.tsx'

type Renderer = (text: string, people?: ReadonlyMap<string, string>) => string

let renderer: Renderer | undefined
let loading = false
const listeners = new Set<() => void>()

// A chunk of its own: lists, which show no Markdown, do without.
function load() {
  if (loading) return
  loading = true
  import('./markdown.ts').then(
    (m) => {
      renderer = m.renderMarkdown
      for (const tell of listeners) tell()
    },
    () => {
      loading = false // without it the text is readable as it is; the next one to show tries again
    },
  )
}
const subscribe = (tell: () => void) => {
  listeners.add(tell)
  load()
  return () => {
    listeners.delete(tell)
  }
}

/** A text in Markdown; as it was written until what renders it has come. */
export const MarkdownText = memo(function MarkdownText({
  text,
  people,
  className,
}: {
  text: string
  /** Who is marked where the text names them. */
  people?: readonly { id: string; name: string }[]
  className?: string
}) {
  const render = useSyncExternalStore(
    subscribe,
    () => renderer,
    () => undefined,
  )
  const html = useMemo(
    () => render?.(text, people && new Map(people.map((p) => [p.id, p.name]))),
    [render, text, people],
  )
  if (html === undefined) return <p className={cx('whitespace-pre-wrap [overflow-wrap:anywhere]', className)}>{text}</p>
  return <MarkdownView html={html} className={className} />
})
