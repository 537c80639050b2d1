import { useEffect, useRef, useState } from 'react'
import type { ListRow } from './list-columns.tsx'
import type { TicketRow } from './model.ts'

const LIT_MS = 2_000

/**
 * Marks rows that came or changed while the list was on the screen. A new `question` (another filter, another page)
 * begins anew: what it brings was not there to change.
 */
export function useChangedRows(rows: readonly TicketRow[], question: string): readonly ListRow[] {
  const before = useRef<{ question: string; states: Map<string, string> }>(undefined)
  const [lit, setLit] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const states = new Map(rows.map((r) => [r.id, `${r.version} ${r.updatedAt}`]))
    const known = before.current
    before.current = { question, states }
    if (known?.question !== question) {
      setLit((now) => (now.size > 0 ? new Set() : now))
      return
    }
    const changed = rows.filter((r) => known.states.get(r.id) !== states.get(r.id)).map((r) => r.id)
    if (changed.length > 0) setLit((now) => new Set([...now, ...changed]))
  }, [rows, question])

  useEffect(() => {
    if (lit.size === 0) return
    const timer = setTimeout(() => setLit(new Set()), LIT_MS)
    return () => clearTimeout(timer)
  }, [lit])

  // Rows that did not change keep their identity, so that only those that did render again.
  const kept = useRef(new Map<string, { row: TicketRow; marked: ListRow }>())
  const next = new Map<string, { row: TicketRow; marked: ListRow }>()
  const marked = rows.map((row) => {
    const changed = lit.has(row.id)
    const last = kept.current.get(row.id)
    const same = last?.row === row && Boolean(last.marked.changed) === changed
    const entry = same ? last : { row, marked: changed ? { ...row, changed } : row }
    next.set(row.id, entry)
    return entry.marked
  })
  useEffect(() => {
    kept.current = next
  })
  return marked
}
