// The actions that open screens offer to the command palette, so that neither has to import the other.
import { useEffect, useRef } from 'react'

/** An action that can be run by name. */
export type Action = {
  label: string
  /** Other names to find it by, separated by spaces. */
  also?: string
  /** Keys that do the same. */
  keys?: readonly string[]
  /** Listed last, so that nobody runs it by accident. */
  last?: boolean
  run: () => void
}

const offered = new Map<symbol, () => readonly Action[]>()

/** Returns the current actions. The last offered come first, because they belong to the screen and not to its frame. */
export const currentActions = (): Action[] => [...offered.values()].toReversed().flatMap((of) => of())

/** Offers actions while the component is mounted. */
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
