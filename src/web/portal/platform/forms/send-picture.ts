// Resizes and uploads a photo or logo. Kept apart from `pictures`, which every screen loads.
import { fetchWithSession, readFailure } from '../data/api.ts'

/** Maximum side length in pixels. */
const SIDE = 512
const MAX_BYTES = 512 * 1024

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))

/** An error whose message tells the user why a file cannot be used as a picture. */
export class NoPicture extends Error {}

/**
 * Converts a file to an image that the server accepts, at most 512 pixels per side. A photo is center-cropped to a
 * square and encoded as WebP, or JPEG if the browser cannot write WebP. A logo is not cropped and becomes a PNG, which
 * PDFs can show, or a JPEG if the PNG is too large. Rejects with NoPicture.
 */
export async function shrinkPicture(file: Blob, shape: 'square' | 'whole'): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => {
    throw new NoPicture('We can’t read this image. Choose a PNG, JPEG or WebP file.')
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
    if (!draw) throw new NoPicture('Your browser can’t prepare this image. Try another browser.')
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
        // JPEG has no transparency, so fill transparent areas with white instead of black.
        draw.globalCompositeOperation = 'destination-over'
        draw.fillStyle = '#fff'
        draw.fillRect(0, 0, canvas.width, canvas.height)
      }
      const blob = await toBlob(canvas, type, quality)
      // A browser that cannot write WebP returns a PNG of any size.
      if (blob && blob.type === type && blob.size <= MAX_BYTES) return blob
    }
    throw new NoPicture('This image is too large even after resizing. Choose a simpler one.')
  } finally {
    image.close()
  }
}

/** Uploads a picture. Rejects with a Failure. */
export async function sendPicture(to: '/me/photo' | '/company/logo', picture: Blob): Promise<void> {
  const bytes = await picture.arrayBuffer()
  const r = await fetchWithSession(`/api/v1${to}`, {
    method: 'PUT',
    headers: { 'content-type': picture.type },
    body: bytes,
  })
  if (!r.ok) throw await readFailure(r)
}
