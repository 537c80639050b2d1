// Photos and logos in the browser. They need a token, so `src` cannot point to their address: each is fetched once,
// cached by its ETag, and shown from memory.
import { useEffect, useState } from 'react'
import { onAuthChange, readSession } from '../session/session.client.ts'
import { fetchWithSession, readFailure } from './api.ts'

const kept = new Map<string, Promise<string>>()
/** The most parallel requests: a list of a hundred rows must not use every connection. */
const AT_ONCE = 4
let running = 0
const waiting: (() => void)[] = []

async function turn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** Returns an object URL of a picture, fetched once per ETag. */
function pictureUrl(id: string, etag: string): Promise<string> {
  const key = `${id} ${etag}`
  let url = kept.get(key)
  if (!url) {
    url = turn(async () => {
      const r = await fetchWithSession(`/api/v1/pictures/${id}`)
      if (!r.ok) throw await readFailure(r)
      return URL.createObjectURL(await r.blob())
    })
    kept.set(key, url)
    // A failed picture is fetched again the next time it is needed.
    url.catch(() => kept.delete(key))
  }
  return url
}

let watching = false
/** Clears the pictures when the user signs out or another one signs in. */
function watch() {
  if (watching) return
  watching = true
  let user = readSession()?.user.id
  onAuthChange((_event, session) => {
    const now = session?.user.id
    if (now === user) return
    user = now
    for (const url of kept.values()) url.then(URL.revokeObjectURL, () => {})
    kept.clear()
  })
}

/** Returns the object URL of a photo or logo. Undefined without an ETag, while it loads, and if it fails. */
export function usePicture(id: string | undefined, etag: string | null | undefined): string | undefined {
  const [shown, setShown] = useState<{ key: string; url: string }>()
  const key = id && etag ? `${id} ${etag}` : undefined
  useEffect(() => {
    if (!id || !etag) return
    watch()
    let gone = false
    pictureUrl(id, etag).then(
      (url) => !gone && setShown({ key: `${id} ${etag}`, url }),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [id, etag])
  return shown && shown.key === key ? shown.url : undefined
}
