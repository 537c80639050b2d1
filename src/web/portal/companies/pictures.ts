// Photos and logos in the browser. They need a token, so an address in `src` will not do: each is fetched once, kept
// under the mark of its bytes, and shown from memory.
import { useEffect, useState } from 'react'
import { call, failed } from '../platform/api.ts'
import { onAuthChange, readSession } from '../platform/session.client.ts'

const kept = new Map<string, Promise<string>>()
/** Fetched side by side; a list of a hundred rows must not take every connection. */
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

/** An address under which a picture can be shown; asked for once for each mark. */
function pictureUrl(id: string, etag: string): Promise<string> {
  const key = `${id} ${etag}`
  let url = kept.get(key)
  if (!url) {
    url = turn(async () => {
      const r = await call(`/api/v1/pictures/${id}`)
      if (!r.ok) throw await failed(r)
      return URL.createObjectURL(await r.blob())
    })
    kept.set(key, url)
    // What failed is asked for again the next time it is wanted.
    url.catch(() => kept.delete(key))
  }
  return url
}

let watching = false
/** Nothing of one person is left for the next who signs in on this page. */
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

/** The address of a person's photo or a company's logo; undefined without a mark, until it is there, and when it fails. */
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
