// What the screens that are open now can do, for the palette: it knows no screen, and no screen knows the palette.
import { useEffect, useRef } from 'react'

/** Something that can be done by name. */
export type Action = {
  label: string
  /** Keys that do the same. */
  keys?: readonly string[]
  /** Stands at the end: nobody wants it by accident. */
  last?: boolean
  run: () => void
}

const offered = new Map<symbol, () => readonly Action[]>()

/** What can be done now; what was offered last comes first, as it belongs to the screen and not to its frame. */
export const currentActions = (): Action[] => [...offered.values()].toReversed().flatMap((of) => of())

/** Offers actions as long as the component is there. */
export function useActions(actions: readonly (Action | false | null | undefined)[]): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const mark = Symbol('actions')
    offered.set(mark, () => latest.current.filter((a) => a !== false && a != null))
    return () => void offered.delete(mark)
  }, [])
}
