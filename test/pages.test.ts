// Public pages at addresses that lead nowhere: what is answered, and what the log says of them.
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { createElement } from 'react'
import { Outlet, type ServerBuild } from 'react-router'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { pages } from '../src/server/pages.ts'
import * as entry from '../src/web/entry.server.tsx'
import routes from '../src/web/routes.ts'
import * as blogTag from '../src/web/site/blog-tag.tsx'
import { SiteError as ErrorBoundary } from '../src/web/site/lost.tsx'
import * as notFound from '../src/web/site/not-found.tsx'

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
  lost: notFound,
}
const paths = { root: '', tag: 'blog/tag/:tag', broken: 'broken', lost: '*' }
type Id = keyof typeof modules

/** What the build makes of the pages, with those that matter here. */
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
          hasAction: false,
          hasLoader: id !== 'root',
          hasClientAction: false,
          hasClientLoader: false,
          hasClientMiddleware: false,
          hasDefaultExport: true,
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

const app = new Hono()
pages(app, {
  load: async () => build,
  caller: () => ({}) as never,
  publicUrl: 'https://portal.example',
  origins: ['https://portal.example'],
  dev: false,
})

let said: MockInstance[]
beforeEach(() => {
  said = (['error', 'warn', 'info', 'log'] as const).map((level) => vi.spyOn(console, level).mockReturnValue(undefined))
})
afterEach(() => vi.restoreAllMocks())
const logged = () => said.flatMap((spy) => spy.mock.calls)
/** Asks as a server hears it: the path as it came over the wire. */
const ask = (path: string, init: RequestInit = {}) =>
  app.fetch(new Request(`http://127.0.0.1${path}`, init), { incoming: { url: path } })

describe('an address that leads nowhere', () => {
  test.each([
    ['a page that is not there', '/nothing'],
    ['with a question', '/nothing?q=1'],
    ['a tag of no article', '/blog/tag/nobody-writes-of-this'],
    ['a line break', '/nothing%0Ainjected'],
    ['a line break as Windows has it', '/nothing%0D%0A%7B%22level%22:30,%22msg%22:%22injected%22%7D'],
    ['a line break of Unicode', '/nothing%E2%80%A8injected'],
    ['a line break in a tag', '/blog/tag/x%0Ainjected'],
    ['the escape of a terminal', '/nothing%1B%5B2Jinjected'],
    ['half a letter', '/nothing%E0%A4%injected'],
    ['no UTF-8', '/%FF%FEinjected'],
    ['NUL', '/nothing%00injected'],
    ['the name of another host', '//evil.example/injected'],
    ['a very long one', `/${'x'.repeat(8_000)}`],
  ])('%s is 404, and the log says nothing', async (_name, path) => {
    const r = await ask(path)
    const body = await r.text()
    expect([r.status, r.headers.get('location')]).toEqual([404, null])
    expect(body).not.toContain('injected')
    expect(logged()).toEqual([])
  })
  test('a form that nobody takes is refused without a word in the log', async () => {
    const body = new URLSearchParams({ a: 'b' })
    const headers = { origin: 'https://portal.example', 'content-length': '3' }
    for (const path of ['/nothing', '/nothing%0Ainjected']) {
      const r = await ask(path, { method: 'POST', body, headers })
      expect([path, r.status]).toEqual([path, 405])
    }
    expect(logged()).toEqual([])
  })
})

describe('a page that fails', () => {
  test('is 500 and logged once, and the visitor reads nothing of the fault', async () => {
    const r = await ask('/broken?q=%0Ainjected')
    expect([r.status, (await r.text()).includes(fault.message)]).toEqual([500, false])
    expect(logged()).toEqual([[fault]])
  })
  test('is no news where the visitor has left', async () => {
    const left = new AbortController()
    left.abort()
    entry.handleError(fault, { request: new Request('http://127.0.0.1/broken', { signal: left.signal }) })
    expect(logged()).toEqual([])
  })
})

test('every public page says in its own frame that it did not load; the frame of React Router would tell the log', () => {
  const site = routes.find((route) => route.file === 'site/layout.tsx')
  expect(site?.children?.length).toBeGreaterThan(10)
  for (const { file } of site?.children ?? [])
    expect([file, readFileSync(new URL(`../src/web/${file}`, import.meta.url), 'utf8')]).toEqual([
      file,
      expect.stringMatching(/^export \{ SiteError as ErrorBoundary \}/m),
    ])
})
