// Draws docs/map.svg: the layers, and for each module how many files each layer has and which modules they import.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
/** Folders of a layer that are not modules. They import no module. */
const SHARED = { 'src/server': ['platform'], 'src/web/portal': ['platform', 'shell', 'lists'] }
type Layer = keyof typeof SHARED

/** A module in one layer: the number of its files, and the other modules of the layer that they import. */
type Part = { files: number; calls: string[] }

/** Returns the modules of a layer of the project at `root` by name. Test files do not count. */
export function readLayer(layer: Layer, root = ROOT): Map<string, Part> {
  const folder = path.join(root, layer)
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SHARED[layer].includes(entry.name))
    .map((entry) => entry.name)
    .sort()
  return new Map(
    names.map((name) => {
      const files = readdirSync(path.join(folder, name), { recursive: true, encoding: 'utf8' }).filter(
        (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
      )
      const calls = new Set<string>()
      for (const file of files) {
        const at = path.join(folder, name, file)
        for (const [, target] of readFileSync(at, 'utf8').matchAll(/\b(?:from |import\()'(\.[^']+)'/g)) {
          if (target === undefined) continue
          const [called] = path.relative(folder, path.join(path.dirname(at), target)).split(path.sep)
          if (called && called !== name && names.includes(called)) calls.add(called)
        }
      }
      return [name, { files: files.length, calls: [...calls].sort() }]
    }),
  )
}

const WIDTH = 1200
const ROW = 44
const NAME = 24
const PORTAL = 168
const SERVER = 664
const INK = '#0a0b0e'
const LINE = '#232a33'
const MUTED = '#9aa5b1'
const TEXT = '#eef1f4'
const ACCENT = '#5eead4'

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const write = (x: number, y: number, text: string, fill: string, size = 13, weight = 400) =>
  `<text x="${x}" y="${y}" fill="${fill}" font-size="${size}" font-weight="${weight}">${escapeXml(text)}</text>`
const box = (x: number, y: number, width: number, height: number, stroke = LINE) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="none" stroke="${stroke}"/>`

/** Breaks names into lines of at most `most` characters. */
function wrap(words: string[], most: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length + 2 <= most) lines[lines.length - 1] = `${last}, ${word}`
    else lines.push(word)
  }
  return lines
}

/** Returns the SVG of `docs/map.svg` for the code as it is now. */
export function drawMap(): string {
  const portal = readLayer('src/web/portal')
  const server = readLayer('src/server')
  const names = [...new Set([...portal.keys(), ...server.keys()])].sort()
  const out: string[] = []
  let y = 40
  out.push(write(NAME, y, 'Layers and modules', TEXT, 20, 600))
  y += 26
  out.push(
    write(
      NAME,
      y,
      'A module has the same name in each layer. Below its name: the modules that it calls through their index.ts.',
      MUTED,
    ),
  )
  y += 28
  const layers = [
    [
      'Web',
      `src/web/site: public pages · src/web/portal: signed-in screens (${SHARED['src/web/portal'].join(', ')} import no module) · src/web/ui: components`,
    ],
    [
      'Contract',
      'src/contract: the operations and their data, a file or folder for each module; web and server both import it',
    ],
    [
      'Server',
      'src/server: a folder for each module · src/server/platform: database, sign-in, jobs, mail, files; imports no module',
    ],
    ['Database', 'Postgres: row-level security keeps companies apart; embedded by default'],
  ] as const
  for (const [index, [name, text]] of layers.entries()) {
    out.push(box(NAME, y, WIDTH - 2 * NAME, 40, ACCENT), write(NAME + 14, y + 25, name, ACCENT, 14, 600))
    out.push(write(PORTAL, y + 25, text, TEXT))
    y += 40
    if (index < layers.length - 1) {
      // An arrow points to what a layer uses: web and server import the contract, and the server queries the database.
      const down = name !== 'Contract'
      const arrow = down ? `M${WIDTH / 2} ${y} v10 m-4 -4 l4 4 l4 -4` : `M${WIDTH / 2} ${y + 12} v-10 m-4 4 l4 -4 l4 4`
      out.push(`<path d="${arrow}" fill="none" stroke="${MUTED}"/>`)
      y += 12
    }
  }
  y += 40
  out.push(write(NAME, y, 'Module', MUTED, 12, 600), write(PORTAL, y, 'src/web/portal/<module>', MUTED, 12, 600))
  out.push(write(SERVER, y, 'src/server/<module>', MUTED, 12, 600))
  y += 12
  for (const name of names) {
    const parts = [
      [PORTAL, portal.get(name)],
      [SERVER, server.get(name)],
    ] as const
    const lines = parts.map(([, part]) => (part ? wrap(part.calls, 70) : []))
    const height = Math.max(ROW, 26 + 16 * Math.max(...lines.map((l) => l.length)))
    out.push(`<path d="M${NAME} ${y} H${WIDTH - NAME}" stroke="${LINE}"/>`, write(NAME, y + 20, name, TEXT, 14, 600))
    for (const [index, [x, part]] of parts.entries()) {
      if (!part) continue
      out.push(write(x, y + 20, part.files === 1 ? '1 file' : `${part.files} files`, ACCENT, 12))
      for (const [line, text] of (lines[index] as string[]).entries())
        out.push(write(x, y + 37 + 16 * line, text, MUTED, 12))
    }
    y += height
  }
  y += 16
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" font-family="Geist, system-ui, sans-serif" role="img" aria-label="Layers and modules of the product">
<rect width="${WIDTH}" height="${y}" fill="${INK}"/>
${out.join('\n')}
</svg>
`
}
