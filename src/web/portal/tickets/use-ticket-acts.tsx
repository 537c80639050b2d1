import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useOnDemand } from '../platform/on-demand.tsx'
import type { Act, Clash } from './acts.ts'
import type { TicketRow } from './model.ts'

const loadActs = () => import('./acts.ts')
const loadPicker = () => import('./act-picker.tsx')
const loadClash = () => import('./act-clash.tsx')

/** What can be asked for: a choice of whom, which status and so on. */
export type Asked = 'assign' | 'status' | 'priority' | 'category' | 'tags'

/**
 * What is done to tickets: `act` does it, `ask` lets somebody choose first, `element` holds the dialogs. `onChanged` is
 * told what was done to whom.
 */
export function useTicketActs(onChanged?: (what: Act, changed: TicketRow[]) => void): {
  act: (rows: readonly TicketRow[], what: Act) => void
  ask: (kind: Asked, rows: readonly TicketRow[]) => void
  undo: () => void
  element: ReactNode
} {
  const acts = useOnDemand(loadActs)
  const picker = useOnDemand(loadPicker)
  const clash = useOnDemand(loadClash)
  const [asked, setAsked] = useState<{ kind: Asked; rows: readonly TicketRow[] }>()
  const [clashes, setClashes] = useState<{ what: Act; clashes: readonly Clash[] }>()
  const { get: getActs } = acts
  const { get: getPicker } = picker
  const { get: getClash } = clash

  // A key must open its choice before the next letter is typed: the code is there before it is wanted.
  useEffect(() => {
    const ahead = () => void Promise.all([loadActs(), loadPicker()]).catch(() => {}) // asked for again with the key
    if (!('requestIdleCallback' in window)) return ahead()
    const idle = requestIdleCallback(ahead)
    return () => cancelIdleCallback(idle)
  }, [])
  const act = useCallback(
    async (rows: readonly TicketRow[], what: Act) => {
      const done = await (await getActs())?.act(rows, what)
      if (!done) return
      if (done.changed.length > 0) onChanged?.(what, done.changed)
      if (done.clashes.length > 0 && (await getClash())) setClashes({ what, clashes: done.clashes })
    },
    [getActs, getClash, onChanged],
  )
  const ask = useCallback(
    async (kind: Asked, rows: readonly TicketRow[]) => {
      // Says itself that a ticket has to be chosen first.
      if (rows.length === 0) void (await getActs())?.act([], { change: {} })
      else if (await getPicker()) setAsked({ kind, rows })
    },
    [getActs, getPicker],
  )
  const undo = useCallback(async () => void (await getActs())?.undoLast(), [getActs])

  const element = (
    <>
      {picker.module && asked && (
        <picker.module.ActPicker
          kind={asked.kind}
          rows={asked.rows}
          onClose={() => setAsked(undefined)}
          onAct={(what) => {
            setAsked(undefined)
            void act(asked.rows, what)
          }}
        />
      )}
      {clash.module && clashes && (
        <clash.module.ActClash
          {...clashes}
          onClose={() => setClashes(undefined)}
          onApply={(rows) => {
            setClashes(undefined)
            void act(rows, clashes.what)
          }}
        />
      )}
    </>
  )
  return {
    act: (rows, what) => void act(rows, what),
    ask: (kind, rows) => void ask(kind, rows),
    undo: () => void undo(),
    element,
  }
}
