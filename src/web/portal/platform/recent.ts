// What a person opened last, kept in this browser for this person.
import { useEffect } from 'react'
import type { z } from 'zod'
import { brand } from '../../../../brand.config.ts'
import type { Hit } from '../../../contract/search.ts'
import { readSession } from './session.client.ts'

export type Recent = Pick<z.infer<typeof Hit>, 'kind' | 'title' | 'detail' | 'path'>

const MOST = 8
const keyOf = () => {
  const id = readSession()?.user.id
  return id && `${brand.slug}.recent.${id}`
}
const isRecent = (one: unknown): one is Recent =>
  typeof one === 'object' &&
  one !== null &&
  ['kind', 'title', 'detail', 'path'].every((name) => typeof (one as Record<string, unknown>)[name] === 'string')

/** What was opened last, the last one first. */
export function recentThings(): Recent[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf() ?? '') ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Puts something in front of what was opened last. */
export function remember({ kind, title, detail, path }: Recent): void {
  const key = keyOf()
  if (!key) return
  const others = recentThings().filter((one) => one.path !== path)
  try {
    localStorage.setItem(key, JSON.stringify([{ kind, title, detail, path }, ...others].slice(0, MOST)))
  } catch {
    // The store is full or closed: it is only a comfort.
  }
}

/** Remembers what a page shows, as soon as it is known. */
export function useRecent(thing: Recent | undefined): void {
  const { kind, title, detail, path } = thing ?? {}
  useEffect(() => {
    if (kind && title !== undefined && detail !== undefined && path) remember({ kind, title, detail, path })
  }, [kind, title, detail, path])
}
