// The web half of the process: redirects, then prerendered pages and hashed assets from memory, then React Router.
import { hash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib'
import type { Context, Hono } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type * as Keys from '../web/context.ts'
import { redirects } from './redirects.ts'

/** Stands in prerendered pages where the public address belongs; known only now. */
const ORIGIN = '%ORIGIN%'
/** Points to the rules by which browsers prepare the next page; inline they would need a hash in every policy. */
const SPECULATION = '"/speculation-rules.json"'

/** What a page may load. `scripts` and `styles` are nonces or hashes of what is inline. */
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
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.webmanifest': 'application/manifest+json',
}
const SPECIAL: Record<string, string> = {
  'speculation-rules.json': 'application/speculationrules+json',
  'feed.xml': 'application/atom+xml',
}
/** What names the public address in it. */
const ADDRESSED = new Set(['.html', '.xml', '.txt'])
const SQUEEZABLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.xml', '.webmanifest'])

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((f) =>
    f.isDirectory() ? filesBelow(path.join(folder, f.name)) : [path.join(folder, f.name)],
  )

/** What a policy says to allow an inline text. */
const allowing = (text: string) => ` 'sha256-${hash('sha256', text, 'base64')}'`
/** Inline scripts of a prerendered page are allowed by their hash; data blocks are none to the policy. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/)[^>]*>([\s\S]*?)<\/script>/g)]
    .map((m) => allowing(m[1] as string))
    .join('')

/**
 * Puts style sheets into pages without React: asking for them costs a phone one more way to the server and back before
 * the first line of text. (A page that hydrates keeps its links; React would find them missing.) Also says what a
 * policy must allow for it: only what was put in here, never what else stands in the page.
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

/** An address that no route has. */
const NOWHERE = '/nowhere'

/** What React Router is asked for: a line break matches none of its routes, not even `*`, and what is not UTF-8 it complains of in the log. */
function routable(pathname: string): string {
  try {
    return /[\n\r\u2028\u2029]/.test(decodeURIComponent(pathname)) ? NOWHERE : pathname
  } catch {
    return NOWHERE
  }
}

/** React Router refuses a form whose Origin is not the request's own; behind TLS that is the public address, not ours. */
function asPublic(r: Request, publicUrl: string): Request {
  const { pathname, search } = new URL(r.url)
  // Set on the public address, never parsed against it: a path that begins with // would name a host.
  const url = new URL(publicUrl)
  url.pathname = routable(pathname)
  url.search = search
  return new Request(url, {
    method: r.method,
    headers: r.headers,
    body: r.body,
    signal: r.signal,
    duplex: 'half',
  } as RequestInit)
}

type Options = {
  /** The current build; in development it changes under our hands. */
  load: () => Promise<ServerBuild>
  /** How a public page's loader reaches the rooms. */
  caller: (c: Context) => Keys.Caller
  publicUrl: string
  origins: string[]
  dev: boolean
  /** Folder of the built client; none in development. */
  client?: string
}

/** A page that is made for one request, with a window of its size: the usual one takes four megabytes of memory each time. */
const squeezeNow = (body: Uint8Array) =>
  brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: Math.max(16, Math.ceil(Math.log2(body.length + 16))),
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
/** Keeps at most `most` values, those used last. */
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

/** Most pages come out as they did before, whatever was asked for behind the question mark: then they are compressed already. */
function squeezer() {
  const made = latest<Uint8Array<ArrayBuffer>>(MOST_KEPT)
  return (page: string) => {
    const key = hash('sha256', page, 'base64')
    const known = made.get(key)
    if (known) return known
    const squeezed = squeezeNow(Buffer.from(page))
    made.set(key, squeezed)
    return squeezed
  }
}

/** As small as can be, in a thread beside: for what is sent many times. */
const squeezeWell = promisify(brotliCompress)
const takesBrotli = (c: Context) => /\bbr\b/.test(c.req.header('accept-encoding') ?? '')
/** A public form is a few fields of text. */
const MAX_FORM = 100_000
/** How long a page that is the same for everybody is not rendered again. */
const SHARED_MS = 5_000
/** How many pages are kept at most. */
const MOST_KEPT = 200

/** Pages that were rendered a moment ago, by their address: a crowd on one page costs one rendering. */
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
  /** Its compressed form; undefined for what does not get smaller. */
  br: () => Promise<Uint8Array<ArrayBuffer>> | undefined
  headers: Record<string, string>
}

/** Made when it is asked for the first time: all pages together take seconds, which a start does not have. */
function compressedOnce(body: Uint8Array): Kept['br'] {
  let made: Promise<Uint8Array<ArrayBuffer>> | undefined
  return () => {
    if (!made) {
      made = squeezeWell(body)
      // What failed is tried again with the next request, not told to everybody from now on.
      made.catch(() => {
        made = undefined
      })
    }
    return made
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
    // Assets were compressed by the build; what names our address has its last word only now.
    const built =
      text === undefined && existsSync(`${file}.br`) ? Promise.resolve(readFileSync(`${file}.br`)) : undefined
    const br = built ? () => built : SQUEEZABLE.has(extension) ? compressedOnce(body) : () => undefined
    kept.set(html ? at.replace(/\/index\.html$/, '') || '/' : at, {
      body,
      br,
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

/** Adds the pages to the process's routes; they answer everything that the API did not. */
export function pages(app: Hono, { load, caller, publicUrl, origins, dev, client }: Options): void {
  app.use(async (c, next) => {
    // As it came over the wire: a decoded path could hold a backslash or a control character, and so another host.
    const url = new URL(c.req.url)
    const raw = (c.env as { incoming?: { url?: string } }).incoming?.url ?? url.pathname
    if (raw.startsWith('//')) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    const trimmed = url.pathname.replace(/\/+$/, '')
    // One address a page: /about/ is /about.
    const plain = /^(\/[\w.~-]+)+\/+$/.test(url.pathname) ? trimmed : undefined
    const to = redirects[trimmed] ?? plain
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
    const br = takesBrotli(c) ? await hit.br() : undefined
    return c.body(br ?? hit.body, 200, { ...hit.headers, ...(br ? { 'content-encoding': 'br' } : {}) })
  })

  const rendered = shared()
  const squeeze = squeezer()
  let handler: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined
  app.all('*', async (c: Context) => {
    if (!['GET', 'HEAD', 'POST'].includes(c.req.method))
      return c.text('Not allowed', 405, { allow: 'GET, HEAD, POST', 'cache-control': 'no-store' })
    if (c.req.raw.body) {
      // Counted by what the sender announces: node holds it to that.
      const length = Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY)
      if (length > MAX_FORM)
        return c.text('This is more than a form of ours can carry.', 413, {
          connection: 'close',
          'cache-control': 'no-store',
        })
    }
    // On this machine the address that was typed may be any spelling of loopback.
    const own = origins.find((o) => new URL(o).host === c.req.header('host')) ?? publicUrl
    const { pathname, search } = new URL(c.req.url)
    const key =
      c.req.method === 'GET' && !dev && search.length < 1_000
        ? `${takesBrotli(c)} ${own} ${pathname}${search}`
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
    const answer = await handler.handle(asPublic(c.req.raw, own), context)
    const live = answer.headers.has('x-live')
    const html = answer.headers.get('content-type')?.startsWith('text/html') ?? false
    let body: BodyInit | null = answer.body
    let whole: Uint8Array<ArrayBuffer> | undefined
    let squeezed = false
    let allowed = policy(live || dev ? ` 'nonce-${nonce}'` : '', '', dev)
    // A public page is small: its address goes in, and it is compressed, before it leaves.
    if (html && !live && !dev) {
      const text = (await answer.text()).replaceAll(ORIGIN, publicUrl)
      const page = styled?.(text) ?? { html: text, styles: '' }
      allowed = policy('', page.styles, dev)
      squeezed = takesBrotli(c)
      whole = squeezed ? squeeze(page.html) : Buffer.from(page.html)
      body = whole
    }
    const out = new Response(body, answer)
    if (squeezed) out.headers.set('content-encoding', 'br')
    if (html) out.headers.append('vary', 'accept-encoding')
    out.headers.delete('x-live')
    // A page that may stand in a frame of ours says so itself.
    if (out.headers.get('x-frame-options') === 'SAMEORIGIN')
      allowed = allowed.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    out.headers.set('content-security-policy', allowed)
    if (html && !live) out.headers.set('speculation-rules', SPECULATION)
    // The shell of the portal holds nothing of anybody, but its nonce must not be replayed. What went wrong is nobody's to keep.
    if (live || out.status >= 400 || !out.headers.has('cache-control')) out.headers.set('cache-control', 'no-store')
    if (key !== undefined && whole && out.status === 200 && /\bpublic\b/.test(out.headers.get('cache-control') ?? ''))
      rendered.set(key, whole, out.headers)
    return out
  })
}
