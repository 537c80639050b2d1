import type { ComponentType } from 'react'
import { getSite } from '../session/session.client.ts'
import { lazy } from './lazy.ts'

/** A component that uses a language model: loaded if one is configured, and empty if not. */
export const suggested = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const there = await getSite().then(
      (s) => s.suggestions,
      () => false,
    )
    return { default: there ? await load() : ((() => null) as ComponentType<Props>) }
  })
