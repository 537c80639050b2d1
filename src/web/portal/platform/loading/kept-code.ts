import { type ComponentType, useEffect, useState } from 'react'
import { lazy } from './lazy.ts'

type Load<Props extends object> = () => Promise<ComponentType<Props>>

/** The components that have loaded, by the functions that load them. */
const kept = new Map<unknown, unknown>()

/** Loads a component and keeps it, so that `useKeptCode` returns it immediately. Rejects if its code cannot be fetched. */
export async function loadKeptCode<Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> {
  const component = await load()
  kept.set(load, component)
  return component
}

/**
 * Returns a component, or undefined until it has loaded. Unlike a component of `lazy`, one that has loaded before
 * renders without a fallback first. If the code cannot be fetched, returns a component that keeps trying. `load` must be
 * a stable function.
 */
export function useKeptCode<Props extends object>(
  load: Load<Props>,
  needed: boolean,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState(() => kept.get(load) as ComponentType<Props> | undefined)
  useEffect(() => {
    if (!needed || component) return
    const set = (loaded: ComponentType<Props>) => setComponent(() => loaded)
    void loadKeptCode(load).then(set, () => set(lazy(async () => ({ default: await load() }))))
  }, [load, needed, component])
  return needed ? component : undefined
}
