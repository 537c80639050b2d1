import { Duplex, PassThrough } from 'node:stream'
import type { ReadableWritablePair } from 'node:stream/web'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'

/** A content coding that a response can have. */
export type Encoding = 'br' | 'gzip'

/** Minimum size of a text to compress, in bytes. Smaller ones fit in the first packet anyway. */
const WORTHWHILE = 1_024
/** The quality of brotli. The next better one takes a third more time and makes texts only a few percent smaller. */
const FAST = 3

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

/**
 * Window of a compressed stream: 2 to this power in bytes. With the default one, each open response would hold several
 * MB.
 */
const STREAM_WINDOW = 18

const encodingStream = (encoding: Encoding) =>
  encoding === 'br'
    ? createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: FAST, [constants.BROTLI_PARAM_LGWIN]: STREAM_WINDOW },
      })
    : createGzip({ level: 1 })

/**
 * Returns the body of a response whose texts are sent one by one, compressed if the client accepts that, and functions
 * that send a text and end it. Sets the headers for it. Never use it for a credential (see `compressBody`).
 */
export function createCompressor(accept: string | undefined, headers: Headers) {
  headers.append('vary', 'accept-encoding')
  const encoding = encodingOf(accept)
  if (encoding) headers.set('content-encoding', encoding)
  const work = encoding ? encodingStream(encoding) : new PassThrough()
  let gone = false
  // Not `Readable.toWeb`: a chunk that arrives while the client leaves would be an error that nobody catches.
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      work.on('data', (chunk: Buffer) => {
        if (!gone) controller.enqueue(new Uint8Array(chunk))
      })
      work.on('end', () => {
        if (!gone) controller.close()
      })
      work.on('error', (e) => {
        if (!gone) controller.error(e)
        gone = true
      })
    },
    cancel() {
      gone = true
      work.destroy()
    },
  })
  return {
    body,
    /** Returns whether the client has left, so that nothing can be sent anymore. */
    isGone: () => gone,
    send(text: string): void {
      if (gone) return
      work.write(text)
      // Without this, a text would wait for the next ones.
      if ('flush' in work) work.flush(encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH)
    },
    end(): void {
      if (!gone) work.end()
    },
  }
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
  const work = encodingStream(encoding)
  const through = Duplex.toWeb(work) as ReadableWritablePair as { readable: ReadableStream; writable: WritableStream }
  return new Response(body.pipeThrough(through), { status, headers: sent })
}
