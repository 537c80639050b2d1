// Rules for photos and logos. Another type of picture also needs the check of the table `pictures`, the routes in
// `pictures.ts`, the portal's `picture-picker.tsx` and `send-picture.ts`, and for logos the PDFs (`reports/sheet.ts`).

import { inflateSync } from 'node:zlib'

/** Largest picture in bytes. The table has the same limit. */
export const MAX_PICTURE_BYTES = 512 * 1024
/** Longest side in pixels. Our web client scales pictures to 512; API clients may send larger ones. */
const MAX_PICTURE_SIDE = 1024

const DAMAGED = 'This picture is damaged. Choose another one.'

const ascii = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((c, i) => bytes[at + i] === c.charCodeAt(0))
const big = (b: Uint8Array, at: number) => ((b[at] ?? 0) << 8) | (b[at + 1] ?? 0)
const little = (b: Uint8Array, at: number, length: number) => {
  let n = 0
  for (let i = length - 1; i >= 0; i--) n = n * 256 + (b[at + i] ?? 0)
  return n
}

function ofJpeg(bytes: Uint8Array): [number, number] | undefined {
  // Skip segments until the start of a frame.
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

/**
 * Returns width and height in pixels from the header of a PNG, JPEG or WebP. Undefined for other or truncated files.
 */
function readDimensions(bytes: Uint8Array, type: string): [width: number, height: number] | undefined {
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

/** Reads a big-endian number of four bytes, as PNG stores them. */
const big4 = (b: Uint8Array, at: number) => big(b, at) * 65_536 + big(b, at + 2)

/** Samples per pixel, by the color type of a PNG. */
const SAMPLES = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
])
/**
 * Returns whether a PNG has one header, at its beginning, and no more pixels than that says. Programs that draw it
 * reserve memory for the last header, and unpack all pixels, whatever the first header says. Format:
 * https://www.w3.org/TR/png-3/#5DataRep
 */
function isSoundPng(bytes: Uint8Array, [width, height]: readonly [number, number]): boolean {
  const pixels: Uint8Array[] = []
  for (let at = 8, first = true; ; first = false) {
    const length = big4(bytes, at)
    if (at + 12 + length > bytes.length) return false
    if (ascii(bytes, at + 4, 'IHDR') !== first || (first && length !== 13)) return false
    if (ascii(bytes, at + 4, 'IDAT')) pixels.push(bytes.subarray(at + 8, at + 8 + length))
    if (ascii(bytes, at + 4, 'IEND')) break
    at += 12 + length
  }
  const [depth, samples] = [bytes[24] ?? 0, SAMPLES.get(bytes[25] ?? -1)]
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth)) return false
  // Each row begins with a byte for its filter. An interlaced picture has up to twice as many, shorter rows.
  const most = 2 * height * (Math.ceil((width * samples * depth) / 8) + 1) + 64
  try {
    inflateSync(Buffer.concat(pixels), { maxOutputLength: most })
    return true
  } catch {
    return false
  }
}

/**
 * Returns why these bytes are rejected as a picture, or undefined. `type` is detected from the bytes. Logos must not be
 * WebP, because they also appear in PDFs, which do not support it.
 */
export function refusePicture(bytes: Uint8Array, type: string | undefined, of: 'photo' | 'logo'): string | undefined {
  if (of === 'logo' && type !== 'image/png' && type !== 'image/jpeg')
    return 'Choose a PNG or JPEG file, so that the logo can appear on reports.'
  if (type !== 'image/png' && type !== 'image/jpeg' && type !== 'image/webp') return 'Choose a PNG, JPEG or WebP file.'
  const size = readDimensions(bytes, type)
  if (!size || size[0] === 0 || size[1] === 0) return DAMAGED
  if (Math.max(...size) > MAX_PICTURE_SIDE)
    return `Choose a picture of at most ${MAX_PICTURE_SIDE} × ${MAX_PICTURE_SIDE} pixels.`
  if (type === 'image/png' && !isSoundPng(bytes, size)) return DAMAGED
  return undefined
}
