import { type ComponentType, useEffect, useState } from 'react'
import { lazy } from './lazy.ts'

type Load<Props extends object> = () => Promise<ComponentType<Props>>

/** What has loaded, or what keeps trying where code could not be fetched, by the functions that load it. */
const kept = new Map<unknown, unknown>()
const getKept = <Props extends object>(load: Load<Props>) => kept.get(load) as ComponentType<Props> | undefined

/** Loads a component and keeps it, so that `useKeptCode` returns it immediately. Rejects if its code cannot be fetched. */
export async function loadKeptCode<Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> {
  const component = await load()
  kept.set(load, component)
  return component
}

/**
 * Returns a component, or undefined until it has loaded. Code that has loaded before the caller mounts renders without a
 * fallback, unlike the first render of a component of `lazy`. If the code cannot be fetched, returns a component that
 * keeps trying, the same one for every caller. `load` must be a stable function.
 */
export function useKeptCode<Props extends object>(
  load: Load<Props>,
  needed: boolean,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState(() => getKept(load))
  useEffect(() => {
    if (!needed || component) return
    const show = () => setComponent(() => getKept(load))
    void loadKeptCode(load).then(show, () => {
      if (!getKept(load))
        kept.set(
          load,
          lazy(async () => ({ default: await loadKeptCode(load) })),
        )
      show()
    })
  }, [load, needed, component])
  return needed ? component : undefined
}
