import { Duplex } from 'node:stream'
import type { ReadableWritablePair } from 'node:stream/web'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'

type Encoding = 'br' | 'gzip'

/** Minimum size of a text to compress, in bytes. Smaller ones fit in the first packet anyway. */
const WORTHWHILE = 1_024
/** The quality of brotli. The next better one takes a third more time and makes texts only a few percent smaller. */
export const FAST = 3

/** Returns the encoding to use for a request with this Accept-Encoding: brotli, unless the client prefers gzip. */
export function encodingOf(accept: string | undefined): Encoding | undefined {
  const weights = new Map<string, number>()
  for (const part of (accept ?? '').toLowerCase().split(',')) {
    const [name = '', ...settings] = part.split(';').map((text) => text.trim())
    const weight = settings.find((text) => text.startsWith('q='))
    weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1)
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br'
  return weightOf('gzip') > 0 ? 'gzip' : undefined
}

/** Returns bytes compressed with brotli. The window fits their size: the default one takes 4 MB of memory. */
export const brotli = (bytes: Uint8Array, quality: number): Uint8Array<ArrayBuffer> =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: Math.max(16, Math.min(24, Math.ceil(Math.log2(bytes.length + 16)))),
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

/**
 * Returns a text as the body of a response, compressed if the client accepts that and it is worthwhile, and sets the
 * headers for it. Never use it for a text that contains a secret together with something that another person can
 * choose: the size would reveal the secret (see docs/decisions/032).
 */
export function compressBody(
  text: string,
  accept: string | undefined,
  headers: Headers,
): string | Uint8Array<ArrayBuffer> {
  headers.append('vary', 'accept-encoding')
  const bytes = Buffer.from(text)
  const encoding = bytes.length < WORTHWHILE ? undefined : encodingOf(accept)
  if (!encoding) return text
  headers.set('content-encoding', encoding)
  return encoding === 'br' ? brotli(bytes, FAST) : new Uint8Array(gzipSync(bytes, { level: 1 }))
}

const TEXT = /^(text\/|application\/json\b)/

/**
 * Returns a response whose text is compressed as it is sent, if the client accepts that: a CSV file or a text that
 * someone attached. Other responses are returned as they are: files of other types are compressed already.
 */
export function compressStream(response: Response, accept: string | undefined): Response {
  const { body, headers, status } = response
  const length = headers.get('content-length')
  if (!body || !TEXT.test(headers.get('content-type') ?? '') || (length !== null && Number(length) < WORTHWHILE))
    return response
  const sent = new Headers(headers)
  sent.append('vary', 'accept-encoding')
  const encoding = encodingOf(accept)
  if (!encoding) return new Response(body, { status, headers: sent })
  sent.set('content-encoding', encoding)
  sent.delete('content-length')
  const work =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: FAST } })
      : createGzip({ level: 1 })
  const through = Duplex.toWeb(work) as ReadableWritablePair as { readable: ReadableStream; writable: WritableStream }
  return new Response(body.pipeThrough(through), { status, headers: sent })
}
