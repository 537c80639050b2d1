// Draws the pictures that other sites show with a link to one of our pages: `build/client/og/<path>.png`, 1200 × 630.
// Runs after the build and needs no browser: the drawing is SVG, with the title set in Geist (src/web/site/og).
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { brand } from '../brand.config.ts'
import { about } from '../content/company/about.ts'
import { voiceAiAgent } from '../content/company/voice-ai-agent.ts'
import { whoWeAre } from '../content/company/who-we-are.ts'
import type { ServicePage } from '../content/pages/shape.ts'
import { BLOG, buildArticlePath, buildTagPath, formatTag, readArticle } from '../src/web/site/blog/blog-file.ts'
import { escapeXml } from '../src/web/site/machine/xml.ts'
import { legalDocuments } from '../src/web/site/navigation.ts'
import { pathGroups } from '../src/web/site/paths.ts'

const root = path.resolve(import.meta.dirname, '..')
const content = (...names: string[]) => path.join(root, 'content', ...names)
const font = {
  fontFiles: [path.join(root, 'src/web/site/og/geist-semibold.ttf')],
  loadSystemFonts: false,
  defaultFontFamily: 'Geist',
}

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
/** Maximum width of the title. The drawing starts to the right of it. */
const ROOM = 800

type Picture = { path: string; label: string; title: string }

async function services(): Promise<Picture[]> {
  const files = readdirSync(content('pages')).filter((name) => name !== 'shape.ts')
  const texts = await Promise.all(
    files.map(async (name) => ((await import(content('pages', name))) as { default: ServicePage }).default),
  )
  return texts.map(({ path, audience, label, headline }) => ({
    path,
    label: label === pathGroups[audience].title ? label : `${pathGroups[audience].title}  /  ${label}`,
    title: headline,
  }))
}

function blog(): Picture[] {
  const articles = readdirSync(content('blog'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => readArticle(name.slice(0, -3), readFileSync(content('blog', name), 'utf8')))
  const tags = [...new Set(articles.flatMap((article) => article.tags))]
  return [
    { path: BLOG, label: 'Blog', title: 'Automation guides for MSPs' },
    ...tags.map((tag) => ({ path: buildTagPath(tag), label: 'Blog', title: formatTag(tag) })),
    ...articles.map((article) => ({ path: buildArticlePath(article), label: 'Blog', title: article.title })),
  ]
}

const pictures: Picture[] = [
  {
    path: '/marketplace',
    label: 'Automation Marketplace',
    title: 'Finished automations for the tools you already run',
  },
  { path: '/contact', label: 'Contact', title: 'Tell us which task takes up your week' },
  ...[about, whoWeAre, voiceAiAgent].map(({ path, title, headline }) => ({ path, label: title, title: headline })),
  ...Object.entries(legalDocuments).map(([key, title]) => ({ path: `/legal/${key}`, label: 'Legal', title })),
  ...(await services()),
  ...blog(),
]

const widths = new Map<string, number>()
/** Returns the width of a text at 100 px, measured by the renderer itself. */
function width(text: string): number {
  let known = widths.get(text)
  if (known === undefined) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="200"><text y="100" font-family="Geist" font-size="100">${escapeXml(text)}</text></svg>`
    known = new Resvg(svg, { font }).getBBox()?.width ?? 0
    widths.set(text, known)
  }
  return known
}

/** Breaks a title into as few lines as fit, of about equal length. */
function lines(title: string, size: number): string[] {
  const words = title.split(' ')
  const wrap = (room: number) => {
    const out: string[] = []
    for (const word of words) {
      const last = out.at(-1)
      if (last !== undefined && (width(`${last} ${word}`) * size) / 100 <= room) out[out.length - 1] = `${last} ${word}`
      else out.push(word)
    }
    return out
  }
  const fewest = wrap(ROOM).length
  let room = ROOM
  while (room > 200 && wrap(room - 20).length === fewest) room -= 20
  return wrap(room)
}

const spokes = (x: number, y: number, from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count + 0.2
    return `M${x + from * Math.cos(angle)} ${y + from * Math.sin(angle)}L${x + to * Math.cos(angle)} ${y + to * Math.sin(angle)}`
  }).join('')

const hub = { x: 1150, y: 370, r: 190 }
const pulley = { x: 1000, y: -90, r: 60 }

/** Returns the path of the belt from the wheel to a pulley above the picture: the two outer tangents. */
function belt(): string {
  const towards = Math.atan2(pulley.y - hub.y, pulley.x - hub.x)
  const off = Math.acos((hub.r - pulley.r) / Math.hypot(pulley.x - hub.x, pulley.y - hub.y))
  const at = ({ x, y, r }: typeof hub, angle: number) => `${x + r * Math.cos(angle)} ${y + r * Math.sin(angle)}`
  return [towards - off, towards + off].map((angle) => `M${at(hub, angle)}L${at(pulley, angle)}`).join('')
}

/** Returns the wheel of the landing page, cut off at the edge. */
const wheel = (x: number, y: number, r: number, count: number) =>
  `<g fill="#0a0b0e" stroke="#9aa5b1" stroke-width="2.5"><circle cx="${x}" cy="${y}" r="${r}"/><circle cx="${x}" cy="${y}" r="${r * 0.86}"/><circle cx="${x}" cy="${y}" r="${r * 0.22}"/><path d="${spokes(x, y, r * 0.22, r * 0.86, count)}"/></g>`

function draw({ label, title }: Picture): string {
  const size = [72, 64, 56].find((size) => lines(title, size).length < 4) ?? 48
  const rows = lines(title, size)
  const leading = size * 1.12
  const top = HEIGHT / 2 + 20 - ((rows.length - 1) * leading) / 2 + size * 0.3
  const grid = Array.from({ length: 30 }, (_, i) => `M${i * 40 + 20} 0V${HEIGHT}M0 ${i * 40 + 15}H${WIDTH}`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#0a0b0e"/>
<path d="${grid}" stroke="#232a33" stroke-opacity=".5"/>
<path d="${belt()}" stroke="#9aa5b1" stroke-width="2.5" stroke-dasharray="18 6"/>
${wheel(hub.x, hub.y, hub.r, 8)}
<circle cx="${hub.x}" cy="${hub.y}" r="16" fill="#5eead4"/>
<g transform="translate(${MARGIN} 66) scale(2)" fill="none" stroke="#eef1f4" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="M3.25 20V4.25L12 13l8.75-8.75V20"/><path d="M6.6 13a5.4 5.4 0 0 0 10.8 0"/><circle cx="12" cy="13" r="2.3" fill="#5eead4" stroke="none"/></g>
<g font-family="Geist" fill="#eef1f4">
<text x="${MARGIN + 64}" y="102" font-size="32">${escapeXml(brand.shortName)}</text>
${rows.map((row, i) => `<text x="${MARGIN - 3}" y="${top + i * leading}" font-size="${size}" letter-spacing="${-0.025 * size}">${escapeXml(row)}</text>`).join('\n')}
<text x="${MARGIN}" y="${HEIGHT - 66}" font-size="28" fill="#5eead4">${escapeXml(label)}</text>
</g>
</svg>`
}

const out = path.join(root, 'build/client/og')
const wanted = [
  ...readFileSync(path.join(root, 'build/client/sitemap.xml'), 'utf8').matchAll(/<loc>%ORIGIN%([^<]+)</g),
].map(([, at]) => at)
const missing = wanted.filter((at) => at !== '/' && !pictures.some((picture) => picture.path === at))
if (missing.length > 0) throw new Error(`No picture for ${missing.join(', ')}: add them to scripts/og-pictures.ts.`)

for (const picture of pictures) {
  const file = path.join(out, `${picture.path}.png`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, new Resvg(draw(picture), { font, fitTo: { mode: 'width', value: WIDTH } }).render().asPng())
}
