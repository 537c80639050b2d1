// What a user opened last, kept in this browser for this user.
import { useEffect } from 'react'
import type { z } from 'zod'
import { brand } from '../../../../../brand.config.ts'
import type { Hit } from '../../../../contract/search.ts'
import { localStore } from '../../../browser-storage.ts'
import { mayKeepFor, readSession } from './session.client.ts'

export type Recent = Pick<z.infer<typeof Hit>, 'kind' | 'title' | 'detail' | 'path'>

const MOST = 8
const keyOf = () => {
  const id = readSession()?.user.id
  return id && mayKeepFor(id) ? `${brand.slug}.recent.${id}` : undefined
}
const isRecent = (one: unknown): one is Recent =>
  typeof one === 'object' &&
  one !== null &&
  ['kind', 'title', 'detail', 'path'].every((name) => typeof (one as Record<string, unknown>)[name] === 'string')

/** Returns what was opened last, the latest first. */
export function listRecent(): Recent[] {
  try {
    const kept = JSON.parse(localStore.get(keyOf() ?? '') ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Adds an entry at the front of what was opened last. */
export function rememberRecent({ kind, title, detail, path }: Recent): void {
  const key = keyOf()
  if (!key) return
  const others = listRecent().filter((one) => one.path !== path)
  localStore.set(key, JSON.stringify([{ kind, title, detail, path }, ...others].slice(0, MOST)))
}

/** Remembers what a page shows, as soon as it has loaded. */
export function useRecent(thing: Recent | undefined): void {
  const { kind, title, detail, path } = thing ?? {}
  useEffect(() => {
    if (kind && title !== undefined && detail !== undefined && path) rememberRecent({ kind, title, detail, path })
  }, [kind, title, detail, path])
}
