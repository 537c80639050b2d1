// Serves the web part: redirects first, then prerendered pages and hashed assets from memory, then React Router.
import { hash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, gzipSync } from 'node:zlib'
import type { Context, Hono } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type * as Keys from '../web/context.ts'
import { brotli, compressBody, type Encoding, encodingOf } from './platform/http/compress.ts'
import { readPostedForm } from './posted-form.ts'
import { REDIRECTS } from './redirects.ts'

/** Placeholder in prerendered pages for the public address, which is known only at run time. */
const ORIGIN = '%ORIGIN%'
/** The address of the rules for preloading pages. Inline rules would need a hash in every content security policy. */
const SPECULATION = '"/speculation-rules.json"'

/** The content types of texts that routes return besides pages. */
const TEXT = /^(text\/|application\/(xml|json)\b)/

/** Returns the content security policy of a page. `scripts` and `styles` are nonces or hashes of inline code. */
function policy(scripts: string, styles: string, dev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self'${scripts}`,
    `style-src 'self'${dev ? " 'unsafe-inline'" : styles}`,
    "img-src 'self' data: blob:",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
const SPECIAL: Record<string, string> = {
  'speculation-rules.json': 'application/speculationrules+json',
  'feed.xml': 'application/atom+xml; charset=utf-8',
}
/** Files that can contain the public address. */
const ADDRESSED = new Set(['.html', '.xml', '.txt'])
const SQUEEZABLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.xml', '.webmanifest'])

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((f) =>
    f.isDirectory() ? filesBelow(path.join(folder, f.name)) : [path.join(folder, f.name)],
  )

/** Returns the source expression that allows an inline text. */
const allowing = (text: string) => ` 'sha256-${hash('sha256', text, 'base64')}'`
/** Returns the hashes of a prerendered page's inline scripts. Data blocks need none, since they are not executed. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/)[^>]*>([\s\S]*?)<\/script>/g)]
    .map((m) => allowing(m[1] as string))
    .join('')

/**
 * Returns a function that inlines style sheets into pages without React, which saves a round trip before the first
 * text. (Pages that hydrate keep their links, since React would find them missing.) It also returns the hashes to allow
 * in the policy: only of styles inlined here, never of other styles in the page.
 */
function stylist(client: string): (html: string) => { html: string; styles: string } {
  const sheets = new Map<string, { css: string; allowing: string }>()
  const sheet = (href: string) => {
    const known = sheets.get(href)
    if (known) return known
    const css = readFileSync(path.join(client, href), 'utf8').trim()
    const made = { css, allowing: allowing(css) }
    sheets.set(href, made)
    return made
  }
  return (html) => {
    let styles = ''
    const link = /<link(?=[^>]* rel="stylesheet")[^>]* href="(\/assets\/[\w.-]+\.css)"[^>]*\/>/g
    const text = html.replace(link, (_, href: string) => {
      const { css, allowing } = sheet(href)
      styles += allowing
      return `<style>${css}</style>`
    })
    return { html: text, styles }
  }
}

/** Returns a path without the slashes at its end. A pattern would scan a path of slashes again from each of them. */
function withoutSlashes(pathname: string): string {
  let end = pathname.length
  while (pathname[end - 1] === '/') end--
  return pathname.slice(0, end)
}

/** An address that no route has. */
const NOWHERE = '/nowhere'

/**
 * Returns the path to pass to React Router. A line break matches none of its routes, not even `*`, and for a path that
 * is not UTF-8 it logs an error: both are replaced.
 */
function routable(pathname: string): string {
  try {
    return /[\n\r\u2028\u2029]/.test(decodeURIComponent(pathname)) ? NOWHERE : pathname
  } catch {
    return NOWHERE
  }
}

/**
 * Returns the request with the public address. React Router refuses a form whose Origin is not that of the request, and
 * behind a TLS proxy the request has an internal address.
 */
function asPublic(r: Request, publicUrl: string, form: Buffer<ArrayBufferLike> | number | undefined): Request {
  const { pathname, search } = new URL(r.url)
  // Set the path instead of resolving it: a path that begins with // would be taken for a host.
  const url = new URL(publicUrl)
  url.pathname = routable(pathname)
  url.search = search
  const headers = new Headers(r.headers)
  // The context tells the route about a rejected form. The route gets no body.
  if (typeof form === 'number') for (const name of ['content-type', 'content-length']) headers.delete(name)
  return new Request(url, {
    method: r.method,
    headers,
    ...(form instanceof Uint8Array ? { body: new Uint8Array(form) } : {}),
    signal: r.signal,
  })
}

type Options = {
  /** Loads the current build. In development it can change with each request. */
  load: () => Promise<ServerBuild>
  /** Makes the client with which loaders of public pages call operations. */
  caller: (c: Context) => Keys.Caller
  site: Keys.Site
  publicUrl: string
  origins: string[]
  /** Called for each form that is refused because another site sent it. */
  crossOrigin: (c: Context) => void
  dev: boolean
  /** Folder of the built client; undefined in development. */
  client?: string
}

/** The quality of brotli and the level of gzip for pages that are rendered on request and cached for a short time. */
const QUALITY = 5
/** Returns a cache that keeps the `most` most recently used values. */
function latest<Value>(most: number) {
  const kept = new Map<string, Value>()
  const set = (key: string, value: Value) => {
    kept.delete(key)
    kept.set(key, value)
    if (kept.size > most) kept.delete(kept.keys().next().value as string)
  }
  return {
    get(key: string) {
      const value = kept.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
  }
}

/** Returns a compressor with a cache by content: most pages are the same as before, whatever their query string. */
function squeezer() {
  const made = latest<Uint8Array<ArrayBuffer>>(MOST_KEPT)
  return (page: string, encoding: Encoding) => {
    const key = `${encoding} ${hash('sha256', page, 'base64')}`
    const known = made.get(key)
    if (known) return known
    const bytes = Buffer.from(page)
    const squeezed = encoding === 'br' ? brotli(bytes, QUALITY) : new Uint8Array(gzipSync(bytes, { level: QUALITY }))
    made.set(key, squeezed)
    return squeezed
  }
}

/** Compresses with the highest quality in a thread: for files that are sent many times. */
const squeezeWell = {
  br: promisify(brotliCompress),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
}
const encodingFor = (c: Context) => encodingOf(c.req.header('accept-encoding'))
/** How long a rendered public page is reused, in milliseconds. */
const SHARED_MS = 5_000
/** Maximum number of cached pages. */
const MOST_KEPT = 200

/** Returns a cache of pages rendered in the last seconds, so that many visitors of one page cost one rendering. */
function shared() {
  const made = latest<{ at: number; body: Uint8Array<ArrayBuffer>; headers: [string, string][] }>(MOST_KEPT)
  return {
    get(key: string) {
      const hit = made.get(key)
      return hit && performance.now() - hit.at < SHARED_MS ? hit : undefined
    },
    set(key: string, body: Uint8Array<ArrayBuffer>, headers: Headers) {
      made.set(key, { at: performance.now(), body, headers: [...headers] })
    },
  }
}

type Kept = {
  body: Uint8Array<ArrayBuffer>
  /** Returns the compressed form; undefined for types that compression does not make smaller. */
  compressed: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>> | undefined
  headers: Record<string, string>
}

/**
 * Compresses on first use: compressing all pages takes seconds, which would delay the start. `built` is the form with
 * brotli that the build made.
 */
function compressedOnce(body: Uint8Array, built?: Promise<Uint8Array<ArrayBuffer>>): Kept['compressed'] {
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>(built ? [['br', built]] : [])
  return (encoding) => {
    const known = made.get(encoding)
    if (known) return known
    const work = squeezeWell[encoding](body)
    made.set(encoding, work)
    // Try again with the next request instead of caching the failure.
    work.catch(() => made.delete(encoding))
    return work
  }
}

function keep(client: string, publicUrl: string, styled: ReturnType<typeof stylist>): Map<string, Kept> {
  const kept = new Map<string, Kept>()
  for (const file of filesBelow(client)) {
    const at = `/${path.relative(client, file).split(path.sep).join('/')}`
    const extension = path.extname(file)
    if (at.startsWith('/.vite') || extension === '.br') continue
    const html = extension === '.html'
    const text = ADDRESSED.has(extension) ? readFileSync(file, 'utf8').replaceAll(ORIGIN, publicUrl) : undefined
    const page = html && text !== undefined ? styled(text) : undefined
    const body = page ? Buffer.from(page.html) : text === undefined ? readFileSync(file) : Buffer.from(text)
    // The build compressed assets. Files with the public address are complete only now.
    const built =
      text === undefined && existsSync(`${file}.br`) ? Promise.resolve(readFileSync(`${file}.br`)) : undefined
    const compressed = SQUEEZABLE.has(extension) ? compressedOnce(body, built) : () => undefined
    kept.set(html ? at.replace(/\/index\.html$/, '') || '/' : at, {
      body,
      compressed,
      headers: {
        'content-type': SPECIAL[path.basename(at)] ?? TYPES[extension] ?? 'application/octet-stream',
        vary: 'accept-encoding',
        etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
        'cache-control': html
          ? 'public, max-age=60'
          : at.startsWith('/assets/')
            ? 'public, max-age=31536000, immutable'
            : 'public, max-age=3600',
        ...(page
          ? {
              'content-security-policy': policy(inlineScripts(page.html), page.styles, false),
              'speculation-rules': SPECULATION,
            }
          : {}),
      },
    })
  }
  return kept
}

/** Adds the routes of pages. They answer everything that the routes before do not match. */
export function createPages(app: Hono, options: Options): void {
  const { load, caller, site, publicUrl, origins, crossOrigin, dev, client } = options
  app.use(async (c, next) => {
    // Check the raw path: a parsed one could differ, for example by a backslash, and lead to another host.
    const url = new URL(c.req.url)
    const raw = (c.env as { incoming?: { url?: string } }).incoming?.url ?? url.pathname
    if (raw.startsWith('//')) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    const trimmed = withoutSlashes(url.pathname)
    // Each page has one address: /about/ redirects to /about.
    const plain = /^(\/[\w.~-]+)+\/+$/.test(url.pathname) ? trimmed : undefined
    const to = REDIRECTS[trimmed] ?? plain
    if (!to) return next()
    c.header('cache-control', 'public, max-age=3600')
    return c.redirect(to + url.search, 301)
  })

  const styled = client ? stylist(client) : undefined
  const kept = client && styled ? keep(client, publicUrl, styled) : new Map<string, Kept>()
  app.get('*', async (c, next) => {
    const hit = kept.get(c.req.path)
    if (!hit) return next()
    if ((c.req.header('if-none-match') ?? '').includes(hit.headers.etag as string))
      return c.body(null, 304, hit.headers)
    const encoding = encodingFor(c)
    const compressed = encoding && (await hit.compressed(encoding))
    const headers = compressed ? { ...hit.headers, 'content-encoding': encoding } : hit.headers
    return c.body(compressed ?? hit.body, 200, headers)
  })

  const rendered = shared()
  const squeeze = squeezer()
  let handler: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined
  app.all('*', async (c: Context) => {
    if (!['GET', 'HEAD', 'POST'].includes(c.req.method))
      return c.text('Not allowed', 405, { allow: 'GET, HEAD, POST', 'cache-control': 'no-store' })
    // React Router refuses these too, but logs a stack trace and not the sender.
    const from = c.req.header('origin')
    if (c.req.method === 'POST' && from !== undefined && !origins.includes(from)) {
      crossOrigin(c)
      return c.text('This form was sent from another website. Open the form on this website and send it again.', 403, {
        'cache-control': 'no-store',
        connection: 'close',
      })
    }
    const form = c.req.method === 'POST' ? await readPostedForm(c) : undefined
    // On a local machine, the browser may use any spelling of the loopback address.
    const own = origins.find((o) => new URL(o).host === c.req.header('host')) ?? publicUrl
    const { pathname, search } = new URL(c.req.url)
    const key =
      c.req.method === 'GET' && !dev && search.length < 1_000
        ? `${encodingFor(c)} ${own} ${pathname}${search}`
        : undefined
    const recent = key === undefined ? undefined : rendered.get(key)
    if (recent) return new Response(recent.body, { headers: recent.headers })
    const build = await load()
    if (build !== handler?.build)
      handler = { build, handle: createRequestHandler(build, dev ? 'development' : 'production') }
    const nonce = randomBytes(16).toString('base64')
    const { keys } = build.entry.module as unknown as { keys: typeof Keys }
    const context = new RouterContextProvider()
    context.set(keys.caller, caller(c))
    context.set(keys.nonce, nonce)
    context.set(keys.site, site)
    if (typeof form === 'number') context.set(keys.unreadable, form)
    const answer = await handler.handle(asPublic(c.req.raw, own, form), context)
    const live = answer.headers.has('x-live')
    const html = answer.headers.get('content-type')?.startsWith('text/html') ?? false
    let body: BodyInit | null = answer.body
    let whole: Uint8Array<ArrayBuffer> | undefined
    let encoding: Encoding | undefined
    let allowed = policy(live || dev ? ` 'nonce-${nonce}'` : '', '', dev)
    // A public page is small: insert the public address and compress it before sending.
    if (html && !live && !dev) {
      const text = (await answer.text()).replaceAll(ORIGIN, publicUrl)
      const page = styled?.(text) ?? { html: text, styles: '' }
      allowed = policy('', page.styles, dev)
      encoding = encodingFor(c)
      whole = encoding ? squeeze(page.html, encoding) : Buffer.from(page.html)
      body = whole
    }
    // The portal's page and texts such as a sitemap are complete before they are sent. They can be compressed safely:
    // they have no personal data, only what the address says, and the nonce of a page is used once.
    const isText = html ? live : TEXT.test(answer.headers.get('content-type') ?? '')
    const text = isText && !dev ? await answer.text() : undefined
    const head = new Headers(answer.headers)
    if (text !== undefined) body = compressBody(text, c.req.header('accept-encoding'), head)
    else if (html) head.append('vary', 'accept-encoding')
    const out = new Response(body, { status: answer.status, headers: head })
    if (encoding) out.headers.set('content-encoding', encoding)
    out.headers.delete('x-live')
    // The rest of the body is not read, so the client must not reuse this connection.
    if (typeof form === 'number') out.headers.set('connection', 'close')
    // A page sets this header itself if our own pages may show it in a frame.
    if (out.headers.get('x-frame-options') === 'SAMEORIGIN')
      allowed = allowed.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    out.headers.set('content-security-policy', allowed)
    if (html && !live) out.headers.set('speculation-rules', SPECULATION)
    // The portal's shell has no personal data, but its nonce must not be reused. Errors must not be cached either.
    if (live || out.status >= 400 || !out.headers.has('cache-control')) out.headers.set('cache-control', 'no-store')
    if (key !== undefined && whole && out.status === 200 && /\bpublic\b/.test(out.headers.get('cache-control') ?? ''))
      rendered.set(key, whole, out.headers)
    return out
  })
}
