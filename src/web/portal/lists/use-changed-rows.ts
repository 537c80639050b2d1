import { useEffect, useRef, useState } from 'react'

const LIT_MS = 2_000

/** A row as the table receives it. */
export type Marked<Row> = { row: Row; id: string; changed: boolean }
type Identity<Row> = { key: (row: Row) => string; version?: (row: Row) => string }

/**
 * Returns the rows, with a mark on those that were just added or changed while the list was on the screen. A new
 * `question` (another filter, another page) starts over, because its rows were not on the screen before.
 */
export function useChangedRows<Row>(
  rows: readonly Row[],
  { key, version }: Identity<Row>,
  question: string,
): readonly Marked<Row>[] {
  const before = useRef<{ question: string; states: Map<string, string> }>(undefined)
  const [lit, setLit] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const states = new Map(rows.map((r) => [key(r), version?.(r) ?? '']))
    const known = before.current
    before.current = { question, states }
    if (known?.question !== question) {
      setLit((now) => (now.size > 0 ? new Set() : now))
      return
    }
    const changed = [...states].filter(([id, state]) => known.states.get(id) !== state).map(([id]) => id)
    if (changed.length > 0) setLit((now) => new Set([...now, ...changed]))
  }, [rows, key, version, question])

  useEffect(() => {
    if (lit.size === 0) return
    const timer = setTimeout(() => setLit(new Set()), LIT_MS)
    return () => clearTimeout(timer)
  }, [lit])

  // Rows that did not change keep their identity, so that only those that did render again.
  const kept = useRef(new Map<string, Marked<Row>>())
  const next = new Map<string, Marked<Row>>()
  const marked = rows.map((row) => {
    const id = key(row)
    const last = kept.current.get(id)
    const changed = lit.has(id)
    const entry = last?.row === row && last.changed === changed ? last : { row, id, changed }
    next.set(id, entry)
    return entry
  })
  useEffect(() => {
    kept.current = next
  })
  return marked
}
