import type { ComponentType } from 'react'
import { readStart } from '../../../start.ts'
import { lazy } from './lazy.ts'

/** A component that uses a language model: loaded if one is configured, and empty if not. */
export const suggested = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: readStart().site.suggestions ? await load() : ((() => null) as ComponentType<Props>) }))
