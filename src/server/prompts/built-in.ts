import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROMPT_KEYS } from '../../contract/prompts.ts'
import type { Key } from './kinds.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../content/prompts')

/** The built-in prompts: version 0, and the fallback when the stored prompt cannot be read or used. */
export const BUILT_IN = Object.fromEntries(
  PROMPT_KEYS.map((key) => [key, readFileSync(path.join(FOLDER, `${key}.liquid`), 'utf8').trim()]),
) as Record<Key, string>
