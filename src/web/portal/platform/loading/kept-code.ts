import { type ComponentType, useEffect, useState } from 'react'
import { lazy } from './lazy.ts'

type Load<Props extends object> = () => Promise<ComponentType<Props>>

/** The components that have loaded, by the functions that load them. */
const kept = new Map<unknown, unknown>()

/** What keeps trying where code could not be fetched, by the same functions: one of each, however often it is rendered. */
const late = new Map<unknown, unknown>()

function getLate<Props extends object>(load: Load<Props>): ComponentType<Props> {
  if (!late.has(load))
    late.set(
      load,
      lazy(async () => ({ default: await loadKeptCode(load) })),
    )
  return late.get(load) as ComponentType<Props>
}

/** Loads a component and keeps it, so that `useKeptCode` returns it immediately. Rejects if its code cannot be fetched. */
export async function loadKeptCode<Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> {
  const component = await load()
  kept.set(load, component)
  return component
}

/**
 * Returns a component, or undefined until it has loaded. Code that has loaded before the caller mounts renders without a
 * fallback, unlike the first render of a component of `lazy`. If the code cannot be fetched, returns a component that
 * keeps trying. `load` must be a stable function.
 */
export function useKeptCode<Props extends object>(
  load: Load<Props>,
  needed: boolean,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState(() => kept.get(load) as ComponentType<Props> | undefined)
  useEffect(() => {
    if (!needed || component) return
    const set = (loaded: ComponentType<Props>) => setComponent(() => loaded)
    void loadKeptCode(load).then(set, () => set(getLate(load)))
  }, [load, needed, component])
  return needed ? component : undefined
}
