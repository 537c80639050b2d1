import { type ComponentType, lazy } from 'react'
import { siteNow } from './session.client.ts'

/** What a language model has a part in: loaded where one is set up, and nothing elsewhere. */
export const suggested = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const there = await siteNow().then(
      (s) => s.suggestions,
      () => false,
    )
    return { default: there ? await load() : ((() => null) as ComponentType<Props>) }
  })
