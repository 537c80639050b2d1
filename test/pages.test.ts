// Public pages at unknown addresses: the response and the log entry.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { createElement, useContext } from 'react'
import { type ActionFunctionArgs, Outlet, type ServerBuild, useActionData } from 'react-router'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { createPages } from '../src/server/pages.ts'
import * as entry from '../src/web/entry.server.tsx'
import routes from '../src/web/routes.ts'
import * as blogTag from '../src/web/site/blog/blog-tag.tsx'
import { readForm } from '../src/web/site/forms/read-form.server.ts'
import { SiteError as ErrorBoundary } from '../src/web/site/lost.tsx'
import * as notFound from '../src/web/site/not-found.tsx'
import { type Address, StartContext, startElement } from '../src/web/start.ts'

const fault = new Error('the rooms do not answer')
const modules = {
  root: { default: () => createElement('html', null, createElement('body', null, createElement(Outlet))) },
  tag: blogTag,
  broken: {
    loader: () => {
      throw fault
    },
    default: () => null,
    ErrorBoundary,
  },
  form: {
    action: async (args: ActionFunctionArgs) => Object.fromEntries(await readForm(args)),
    default: () => createElement('pre', null, JSON.stringify(useActionData())),
    ErrorBoundary,
  },
  portal: {
    handle: {
      live: true,
      reads: ({ url, site }: Pick<Address, 'url' | 'site'>) => [
        { path: 'tickets/list', input: { q: url.searchParams.get('q'), site } },
      ],
    },
    default: () => [
      createElement('script', {
        key: 'start',
        ...startElement,
        dangerouslySetInnerHTML: { __html: useContext(StartContext)?.data ?? '' },
      }),
      createElement('p', { key: 'text' }, 'A line of the portal. '.repeat(200)),
    ],
  },
  list: {
    loader: () => new Response('<a/>'.repeat(500), { headers: { 'content-type': 'application/xml; charset=utf-8' } }),
  },
  lost: notFound,
}
const paths = {
  root: '',
  tag: 'blog/tag/:tag',
  broken: 'broken',
  form: 'form',
  portal: 'portal',
  list: 'list.xml',
  lost: '*',
}
type Id = keyof typeof modules

/** The build manifest of the pages, with the routes that matter here. */
const build = {
  entry: { module: entry },
  routes: Object.fromEntries(
    Object.entries(modules).map(([id, module]) => [
      id,
      { id, path: paths[id as Id], module, ...(id === 'root' ? {} : { parentId: 'root' }) },
    ]),
  ),
  assets: {
    entry: { module: '', imports: [] },
    url: '',
    version: '',
    routes: Object.fromEntries(
      Object.keys(modules).map((id) => [
        id,
        {
          id,
          path: paths[id as Id],
          ...(id === 'root' ? {} : { parentId: 'root' }),
          module: '',
          hasAction: id === 'form',
          hasLoader: id === 'tag' || id === 'broken' || id === 'list' || id === 'lost',
          hasClientAction: false,
          hasClientLoader: false,
          hasClientMiddleware: false,
          hasDefaultExport: id !== 'list',
          hasErrorBoundary: id !== 'root',
        },
      ]),
    ),
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { v8_middleware: true },
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild

const crossOrigin = vi.fn()
const app = new Hono()
const options = {
  load: async () => build,
  caller: () => ({}) as never,
  site: { publishableKey: 'key', suggestions: false },
  publicUrl: 'https://portal.example',
  origins: ['https://portal.example'],
  crossOrigin,
  dev: false,
}
createPages(app, options)

let logs: MockInstance[]
beforeEach(() => {
  logs = (['error', 'warn', 'info', 'log'] as const).map((level) => vi.spyOn(console, level).mockReturnValue(undefined))
})
afterEach(() => vi.restoreAllMocks())
const logged = () => logs.flatMap((spy) => spy.mock.calls)
/** Sends a request with the raw path, as it comes over the wire. */
const ask = (path: string, init: RequestInit = {}) =>
  app.fetch(new Request(`http://127.0.0.1${path}`, init), { incoming: { url: path } })

describe('an unknown address', () => {
  test.each([
    ['a missing page', '/nothing'],
    ['with a query', '/nothing?q=1'],
    ['a tag without articles', '/blog/tag/nobody-writes-of-this'],
    ['a line break', '/nothing%0Ainjected'],
    ['a Windows line break', '/nothing%0D%0A%7B%22level%22:30,%22msg%22:%22injected%22%7D'],
    ['a Unicode line break', '/nothing%E2%80%A8injected'],
    ['a line break in a tag', '/blog/tag/x%0Ainjected'],
    ['a terminal escape sequence', '/nothing%1B%5B2Jinjected'],
    ['an incomplete character', '/nothing%E0%A4%injected'],
    ['invalid UTF-8', '/%FF%FEinjected'],
    ['NUL', '/nothing%00injected'],
    ['another host name', '//evil.example/injected'],
    ['a very long path', `/${'x'.repeat(8_000)}`],
  ])('%s returns 404 and logs nothing', async (_name, path) => {
    const r = await ask(path)
    const body = await r.text()
    expect([r.status, r.headers.get('location')]).toEqual([404, null])
    expect(body).not.toContain('injected')
    expect(logged()).toEqual([])
  })
  test('rejects a form sent to a page without a form and logs nothing', async () => {
    const body = new URLSearchParams({ a: 'b' })
    const headers = { origin: 'https://portal.example', 'content-length': '3' }
    for (const path of ['/nothing', '/nothing%0Ainjected']) {
      const r = await ask(path, { method: 'POST', body, headers })
      expect(r.status, path).toBe(405)
    }
    expect(logged()).toEqual([])
  })
})

test('files of text name their character set, as pages do', async () => {
  const client = mkdtempSync(path.join(tmpdir(), 'portal files '))
  const names = ['a.js', 'a.css', 'a.html', 'a.txt', 'a.svg', 'sitemap.xml', 'feed.xml', 'a.json', 'a.png']
  for (const name of names) writeFileSync(path.join(client, name), 'ä')
  const files = new Hono()
  createPages(files, { ...options, client })
  const types = await Promise.all(
    names.map(async (name) => {
      const r = await files.fetch(new Request(`http://127.0.0.1/${name}`), { incoming: { url: `/${name}` } })
      expect(r.status, name).toBe(200)
      return r.headers.get('content-type')
    }),
  )
  // JSON is always UTF-8 (RFC 8259).
  expect(types).toEqual([
    'text/javascript; charset=utf-8',
    'text/css; charset=utf-8',
    'text/html; charset=utf-8',
    'text/plain; charset=utf-8',
    'image/svg+xml; charset=utf-8',
    'application/xml; charset=utf-8',
    'application/atom+xml; charset=utf-8',
    'application/json',
    'image/png',
  ])
  rmSync(client, { recursive: true })
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a page of the portal is compressed with %s, has a nonce and is not cached', async (encoding, read) => {
  vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  const plain = await (await ask('/portal')).text()
  const r = await ask('/portal', { headers: { 'accept-encoding': encoding } })
  const head = ['content-encoding', 'vary', 'cache-control'].map((name) => r.headers.get(name))
  expect([r.status, ...head]).toEqual([200, encoding, 'accept-encoding', 'no-store'])
  const bytes = Buffer.from(await r.arrayBuffer())
  expect(bytes.length).toBeLessThan(plain.length / 4)
  expect(read(bytes).toString() === plain).toBe(true)
  expect(r.headers.get('content-security-policy')).toMatch(/'nonce-[^']+'/)
})

test('a page of the portal has the settings and the reads of its address, and no text of the address ends them', async () => {
  const q = '</script><script>alert(1)</script>'
  const page = await (await ask(`/portal?q=${encodeURIComponent(q)}`)).text()
  const [, text = ''] = page.match(/<script id="start" type="application\/json">(.*?)<\/script>/) ?? []
  const site = { publishableKey: 'key', suggestions: false }
  expect(JSON.parse(text)).toMatchObject({ site, reads: [{ path: 'tickets/list', input: { q, site } }] })
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('files, public pages and other texts are compressed with %s, each encoding for itself', async (encoding, read) => {
  const client = mkdtempSync(path.join(tmpdir(), 'portal files '))
  writeFileSync(path.join(client, 'a.js'), 'let a = 1\n'.repeat(200))
  const site = new Hono()
  createPages(site, { ...options, client })
  for (const path of ['/a.js', '/form', '/list.xml']) {
    const get = async (accept?: string) => {
      const headers = new Headers(accept ? { 'accept-encoding': accept } : [])
      const r = await site.fetch(new Request(`http://127.0.0.1${path}`, { headers }), { incoming: { url: path } })
      expect([r.status, r.headers.get('content-encoding'), r.headers.get('vary')], path).toEqual([
        200,
        accept ?? null,
        'accept-encoding',
      ])
      return Buffer.from(await r.arrayBuffer())
    }
    const plain = await get()
    expect(read(await get(encoding)).equals(plain), path).toBe(true)
    // The other form is not taken from a cache.
    expect((await get()).equals(plain), path).toBe(true)
  }
  rmSync(client, { recursive: true })
})

describe('a form', () => {
  const send = async (
    type: string | undefined,
    body: string | Uint8Array<ArrayBuffer>,
    more: Record<string, string> = {},
  ) => {
    const r = await ask('/form', {
      method: 'POST',
      body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
      headers: {
        origin: 'https://portal.example',
        'content-length': String(body.length),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...more,
      },
    })
    return { status: r.status, text: await r.text(), headers: r.headers }
  }
  const urlencoded = 'application/x-www-form-urlencoded'
  const multipart = 'multipart/form-data; boundary=x'
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'
  test('is read in both encodings that browsers use', async () => {
    for (const [type, body] of [
      [urlencoded, 'a=b'],
      [`${urlencoded};charset=UTF-8`, 'a=b'],
      [multipart, part],
    ] as const) {
      const { status, text } = await send(type, body)
      expect([status, text.includes('{&quot;a&quot;:&quot;b&quot;}')], type).toEqual([200, true])
    }
    // Invalid escapes are treated as text.
    expect((await send(urlencoded, 'a=%zz&%=%ff&=&&')).status).toBe(200)
  })
  test.each([
    ['no content type', undefined, 'a=b', 415],
    ['an empty content type', '', 'a=b', 415],
    ['JSON', 'application/json', '{"a":"b"}', 415],
    ['plain text', 'text/plain', 'a=b', 415],
    ['an unknown type', 'x', 'a=b', 415],
    ['a type with extra characters', `${urlencoded}x`, 'a=b', 415],
    ['multipart without a boundary', 'multipart/form-data', part, 400],
    ['multipart with another boundary', 'multipart/form-data; boundary=y', part, 400],
    ['multipart that is cut off', multipart, part.slice(0, 40), 400],
    ['empty multipart', multipart, '', 400],
    ['too much', urlencoded, 'a'.repeat(100_001), 413],
    ['10 MB', multipart, new Uint8Array(10_000_000), 413],
  ])('with %s gets a page that says so', async (_name, type, body, status) => {
    const r = await send(type, body)
    expect([r.status, r.headers.get('content-type'), r.headers.get('connection')]).toEqual([
      status,
      'text/html; charset=utf-8',
      'close',
    ])
    expect(r.text).toMatch(/<h1>(We couldn’t read this form|This form is too large)<\/h1>/)
    expect(logged()).toEqual([])
  })
  test.each(['https://evil.example', 'null', '%%%', 'https://portal.example.evil.example', 'http://portal.example'])(
    'from another site (%s) is rejected and reported once',
    async (origin) => {
      crossOrigin.mockClear()
      const r = await send(urlencoded, 'a=b', { origin })
      expect([r.status, r.headers.get('connection'), crossOrigin.mock.calls.length]).toEqual([403, 'close', 1])
      expect(logged()).toEqual([])
      await send(urlencoded, 'a=b')
      expect(crossOrigin).toHaveBeenCalledTimes(1)
    },
  )
  test('of unknown length is rejected, whatever its type', async () => {
    const r = await ask('/form', {
      method: 'POST',
      headers: { origin: 'https://portal.example', 'content-type': urlencoded },
      body: new Blob(['a=b']).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(r.status).toBe(413)
  })
})

describe('a page that fails', () => {
  test('returns 500, is logged once, and does not show the error to the visitor', async () => {
    const r = await ask('/broken?q=%0Ainjected')
    expect([r.status, (await r.text()).includes(fault.message)]).toEqual([500, false])
    expect(logged()).toEqual([[fault]])
  })
  test('is not logged if the visitor left', async () => {
    const left = new AbortController()
    left.abort()
    entry.handleError(fault, { request: new Request('http://127.0.0.1/broken', { signal: left.signal }) })
    expect(logged()).toEqual([])
  })
})

test('every public page exports its own error boundary, because that of React Router logs the error', () => {
  const site = routes.find((route) => route.file === 'site/layout.tsx')
  expect(site?.children?.length).toBeGreaterThan(10)
  for (const { file } of site?.children ?? [])
    expect(readFileSync(new URL(`../src/web/${file}`, import.meta.url), 'utf8'), file).toMatch(
      /^export \{ SiteError as ErrorBoundary \}/m,
    )
})
