// What a photo or a logo may be. Pure.

/** Largest picture in bytes; the table holds to it too. */
export const MAX_PICTURE_BYTES = 512 * 1024
/** Longest side in pixels. Browsers make them 512 before they send; a bit more is taken from programs. */
export const MAX_PICTURE_SIDE = 1024

const ascii = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((c, i) => bytes[at + i] === c.charCodeAt(0))
const big = (b: Uint8Array, at: number) => ((b[at] ?? 0) << 8) | (b[at + 1] ?? 0)
const little = (b: Uint8Array, at: number, length: number) => {
  let n = 0
  for (let i = length - 1; i >= 0; i--) n = n * 256 + (b[at + i] ?? 0)
  return n
}

function ofJpeg(bytes: Uint8Array): [number, number] | undefined {
  // Segment after segment until the one that begins a frame.
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const kind = bytes[at + 1] ?? 0
    if (kind === 0xff) at++
    else if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind))
      return [big(bytes, at + 7), big(bytes, at + 5)]
    else at += 2 + big(bytes, at + 2)
  }
  return undefined
}

/** Width and height as the head of a PNG, JPEG or WebP says them; undefined when it is none, or cut. */
export function dimensions(bytes: Uint8Array, type: string): [width: number, height: number] | undefined {
  if (bytes.length < 30) return undefined
  if (type === 'image/png') return ascii(bytes, 12, 'IHDR') ? [big4(bytes, 16), big4(bytes, 20)] : undefined
  if (type === 'image/jpeg') return ofJpeg(bytes)
  if (type !== 'image/webp') return undefined
  if (ascii(bytes, 12, 'VP8X')) return [little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1]
  if (ascii(bytes, 12, 'VP8 ')) return [little(bytes, 26, 2) & 0x3fff, little(bytes, 28, 2) & 0x3fff]
  if (ascii(bytes, 12, 'VP8L')) {
    const bits = little(bytes, 21, 4)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  }
  return undefined
}

// PNG counts from the other end.
const big4 = (b: Uint8Array, at: number) => big(b, at) * 65_536 + big(b, at + 2)

/**
 * Why these bytes are no picture for us, or undefined. `type` is what the bytes say they are. A logo stands on papers as
 * well, and a PDF holds no WebP.
 */
export function refusePicture(bytes: Uint8Array, type: string | undefined, of: 'photo' | 'logo'): string | undefined {
  if (of === 'logo' && type !== 'image/png' && type !== 'image/jpeg')
    return 'Choose a logo in PNG or JPEG: those can stand on reports as well.'
  if (type !== 'image/png' && type !== 'image/jpeg' && type !== 'image/webp')
    return 'Choose a picture in PNG, JPEG or WebP.'
  const size = dimensions(bytes, type)
  if (!size || size[0] === 0 || size[1] === 0) return 'This picture is damaged. Choose another one.'
  if (Math.max(...size) > MAX_PICTURE_SIDE) return `A picture may be ${MAX_PICTURE_SIDE} pixels wide and high at most.`
  return undefined
}
