// What a visitor downloads, in bytes of brotli, from the production build.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const CLIENT = path.resolve(import.meta.dirname, '../build/client')
const squeezed = (file: string) => brotliCompressSync(readFileSync(path.join(CLIENT, file))).length
const localFiles = (html: string, pattern: RegExp) => [
  ...new Set([...html.matchAll(pattern)].map((m) => m[1] as string)),
]

export type Weight = { page: string; html: number; css: number; js: number; all: number }

const htmlPages = (folder = ''): string[] =>
  readdirSync(path.join(CLIENT, folder), { withFileTypes: true }).flatMap((f) =>
    f.isDirectory()
      ? f.name === 'assets'
        ? []
        : htmlPages(path.join(folder, f.name))
      : f.name === 'index.html'
        ? [path.join(folder, f.name)]
        : [],
  )

/**
 * Returns the transfer size of every prerendered page with all that it loads. Style sheets are inlined, so their size
 * is what they add to the page.
 */
export function publicPages(): Weight[] {
  return htmlPages().map((file) => {
    const html = readFileSync(path.join(CLIENT, file), 'utf8')
    const css = localFiles(html, /<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)
    const js = [
      ...localFiles(html, /<script[^>]+src="([^"]+)"/g),
      ...localFiles(html, /<link[^>]+rel="modulepreload"[^>]+href="([^"]+)"/g),
    ]
    const fonts = css.flatMap((f) => localFiles(readFileSync(path.join(CLIENT, f), 'utf8'), /url\(([^)]+\.woff2)\)/g))
    const sum = (files: string[]) => files.reduce((n, f) => n + squeezed(f), 0)
    const own = brotliCompressSync(html).length
    const sheets = css.map((f) => `<style>${readFileSync(path.join(CLIENT, f), 'utf8')}</style>`).join('')
    const figures = { html: own, css: brotliCompressSync(sheets + html).length - own, js: sum(js) }
    const fontBytes = fonts.reduce((n, f) => n + readFileSync(path.join(CLIENT, f)).length, 0)
    return {
      page: `/${path.dirname(file) === '.' ? '' : path.dirname(file)}`,
      ...figures,
      all: figures.html + figures.css + figures.js + fontBytes,
    }
  })
}

type Manifest = {
  entry: { module: string; imports: string[] }
  routes: Record<string, { id: string; parentId?: string; module: string; imports?: string[]; path?: string }>
}

/**
 * Returns the JavaScript that each signed-in screen needs: in total on a first visit, and in addition when coming from
 * the overview.
 */
export function portalScreens(): { screen: string; first: number; more: number }[] {
  // The route of manifest.webmanifest has a file with a similar name.
  const text =
    readdirSync(path.join(CLIENT, 'assets'))
      .filter((f) => /^manifest-.*\.js$/.test(f))
      .map((f) => readFileSync(path.join(CLIENT, 'assets', f), 'utf8'))
      .find((t) => t.includes('__reactRouterManifest')) ?? ''
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
  const chain = (id: string | undefined): string[] => {
    const r = id ? manifest.routes[id] : undefined
    return r ? [...chain(r.parentId), r.module, ...(r.imports ?? [])] : []
  }
  const size = (files: Set<string>) => [...files].reduce((n, f) => n + squeezed(f.replace(/^\//, '')), 0)
  const screens = Object.values(manifest.routes).filter((r) => r.parentId === 'portal/signed-in')
  const home = new Set([
    manifest.entry.module,
    ...manifest.entry.imports,
    ...chain(screens.find((r) => r.path === 'apps-automations')?.id),
  ])
  return screens.map((r) => {
    const all = new Set([manifest.entry.module, ...manifest.entry.imports, ...chain(r.id)])
    return { screen: `/${r.path}`, first: size(all), more: size(new Set([...all].filter((f) => !home.has(f)))) }
  })
}
