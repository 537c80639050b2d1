import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { isFetching } from '../../platform/data/queries.ts'
import { useOnDemand } from '../../platform/loading/on-demand.tsx'
import { whenQuiet } from '../../platform/loading/when-quiet.ts'
import type { TicketRow } from '../model.ts'
import type { Asked } from './act-picker.tsx'
import type { Act, Clash } from './acts.ts'

const loadActs = () => import('./acts.ts')
const loadPicker = () => import('./act-picker.tsx')
const loadClash = () => import('./act-clash.tsx')

/**
 * Actions on tickets: `act` makes a change, `ask` lets the user choose the value first, `undo` undoes the last change,
 * and `element` contains the dialogs. `onChanged` is called with the change and the changed tickets.
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

  // Load the code ahead of time, so that a picker opens without a wait.
  useEffect(() => {
    const load = () => void Promise.all([loadActs(), loadPicker()]).catch(() => {}) // retried when pressed
    return whenQuiet(load, isFetching)
  }, [])
  const act = useCallback(
    async function act(rows: readonly TicketRow[], what: Act) {
      const done = await (await getActs())?.actOnTickets(rows, what, () => void act(rows, what))
      if (!done) return
      if (done.changed.length > 0) onChanged?.(what, done.changed)
      if (done.clashes.length > 0 && (await getClash())) setClashes({ what, clashes: done.clashes })
    },
    [getActs, getClash, onChanged],
  )
  const ask = useCallback(
    async (kind: Asked, rows: readonly TicketRow[]) => {
      // `actOnTickets` tells the user to choose a ticket first.
      if (rows.length === 0) void (await getActs())?.actOnTickets([], { change: {} })
      else if (await getPicker()) setAsked({ kind, rows })
    },
    [getActs, getPicker],
  )
  const undo = useCallback(async () => void (await getActs())?.undoLast(), [getActs])

  const element = (
    <>
      {/* Letters that are typed until the picker opens are not shortcuts of the screen. */}
      {picker.pending && <span hidden data-awaiting="" />}
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
