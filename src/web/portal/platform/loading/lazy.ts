import { type ComponentType, type LazyExoticComponent, lazy as reactLazy } from 'react'
import { awaitCode } from './missing-code.ts'

/**
 * Like React's `lazy`, but keeps showing the fallback while the code cannot be fetched. React remembers a failure
 * forever, and one missing part would replace the full page, with everything typed in it, with an error.
 */
// biome-ignore lint/suspicious/noExplicitAny: the same bound as React's own lazy
export const lazy = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>): LazyExoticComponent<T> =>
  reactLazy(() => awaitCode(load, 'part'))
