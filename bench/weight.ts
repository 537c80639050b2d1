// What a visitor downloads, in bytes of brotli, from the production build.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const CLIENT = path.resolve(import.meta.dirname, '../build/client')
/** Returns the brotli size of a file. The build has already compressed the hashed assets. */
const squeezed = (file: string) => {
  const at = path.join(CLIENT, file)
  return existsSync(`${at}.br`) ? statSync(`${at}.br`).size : brotliCompressSync(readFileSync(at)).length
}
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

/** The brotli bytes of the scripts that a screen loads before it renders, and how many files they are in. */
type BuiltScreen = { route: string; path: string; bytes: number; files: number }

/**
 * Returns what the built files of each signed-in screen weigh on a first visit, and first the frame that they share,
 * with the id `portal/signed-in`. Parts that load after the first render are not in it: see `screen-weight.ts`.
 */
export function builtScreens(): BuiltScreen[] {
  // The route of manifest.webmanifest has a file with a similar name.
  const text =
    readdirSync(path.join(CLIENT, 'assets'))
      .filter((f) => /^manifest-.*\.js$/.test(f))
      .map((f) => readFileSync(path.join(CLIENT, 'assets', f), 'utf8'))
      .find((t) => t.includes('__reactRouterManifest')) ?? ''
  const { entry, routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
  const chain = (id: string | undefined): string[] => {
    const r = id ? routes[id] : undefined
    return r ? [...chain(r.parentId), r.module, ...(r.imports ?? [])] : []
  }
  const isSignedIn = ({ id, parentId }: { id: string; parentId?: string }): boolean =>
    id === 'portal/signed-in' || (parentId !== undefined && isSignedIn(routes[parentId] ?? { id: '' }))
  return Object.values(routes)
    .filter(isSignedIn)
    .map(({ id, path = '' }) => {
      const files = new Set([entry.module, ...entry.imports, ...chain(id)])
      const bytes = [...files].reduce((n, f) => n + squeezed(f.replace(/^\//, '')), 0)
      return { route: id, path, bytes, files: files.size }
    })
    .sort((a, b) => Number(b.route === 'portal/signed-in') - Number(a.route === 'portal/signed-in'))
}
