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

/** Longest side in pixels of what is sent. */
const SIDE = 512
const MAX_BYTES = 512 * 1024

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))

/** What a file is no picture for: words for the person who chose it. */
export class NoPicture extends Error {}

/**
 * Makes of a chosen file what the server takes: at most 512 pixels, as WebP (as JPEG where the browser cannot). A photo
 * is cut to a square from its middle; a logo is kept whole. Rejects with NoPicture.
 */
export async function smallPicture(file: Blob, shape: 'square' | 'whole'): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => {
    throw new NoPicture('This file cannot be read as a picture. Choose a PNG, JPEG or WebP.')
  })
  try {
    const { width, height } = image
    const cut = shape === 'square' ? Math.min(width, height) : 0
    const [fromWidth, fromHeight] = cut ? [cut, cut] : [width, height]
    const scale = Math.min(1, SIDE / Math.max(fromWidth, fromHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(fromWidth * scale))
    canvas.height = Math.max(1, Math.round(fromHeight * scale))
    const draw = canvas.getContext('2d')
    if (!draw) throw new NoPicture('This browser cannot make the picture smaller. Choose one of 512 pixels.')
    draw.imageSmoothingQuality = 'high'
    draw.drawImage(
      image,
      (width - fromWidth) / 2,
      (height - fromHeight) / 2,
      fromWidth,
      fromHeight,
      0,
      0,
      canvas.width,
      canvas.height,
    )
    for (const [type, quality] of [
      ['image/webp', 0.9],
      ['image/webp', 0.7],
      ['image/jpeg', 0.8],
    ] as const) {
      const blob = await toBlob(canvas, type, quality)
      // A browser that cannot write WebP gives PNG, however large that is.
      if (blob && blob.type === type && blob.size <= MAX_BYTES) return blob
    }
    throw new NoPicture('This picture stays too large. Choose a simpler one.')
  } finally {
    image.close()
  }
}

/** Sends a picture. Rejects with a Failure. */
export async function sendPicture(to: '/me/photo' | '/company/logo', picture: Blob): Promise<void> {
  const bytes = await picture.arrayBuffer()
  const r = await call(`/api/v1${to}`, { method: 'PUT', headers: { 'content-type': picture.type }, body: bytes })
  if (!r.ok) throw await failed(r)
}
