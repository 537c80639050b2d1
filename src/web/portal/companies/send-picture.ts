// What is chosen as a photo or a logo, made small and sent. Apart from `pictures`, which every screen loads.
import { call, failed } from '../platform/api.ts'

/** Longest side in pixels of what is sent. */
const SIDE = 512
const MAX_BYTES = 512 * 1024

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))

/** What a file is no picture for: words for the person who chose it. */
export class NoPicture extends Error {}

/**
 * Makes of a chosen file what the server takes: at most 512 pixels. A photo is cut to a square from its middle, as WebP (as
 * JPEG where the browser cannot); a logo is kept whole and becomes a PNG, which papers can show, or a JPEG where that stays
 * too large. Rejects with NoPicture.
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
    const kinds =
      shape === 'square'
        ? ([
            ['image/webp', 0.9],
            ['image/webp', 0.7],
            ['image/jpeg', 0.8],
          ] as const)
        : ([
            ['image/png', 1],
            ['image/jpeg', 0.9],
          ] as const)
    for (const [type, quality] of kinds) {
      if (type === 'image/jpeg') {
        // It has no transparency: what shows through would become black.
        draw.globalCompositeOperation = 'destination-over'
        draw.fillStyle = '#fff'
        draw.fillRect(0, 0, canvas.width, canvas.height)
      }
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
