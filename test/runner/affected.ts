// Selects the tests that a change touches, for `npm test -- --changed`. Everything is derived from imports, routes and
// names, except the small tables below.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../src/web/routes.ts'
import { ROOT } from './workspace.ts'

/** Modules of browser tests whose name and visited addresses do not show what they test. */
export const ABOUT: Record<string, string[]> = {
  accessibility: ['ui', 'shell', 'lists'],
  auth: ['account'],
  browsers: ['root', 'platform', 'tickets', 'site'],
  buy: ['marketplace', 'billing'],
  card: ['billing', 'hours'],
  display: ['ui', 'shell'],
  looks: ['ui'],
  mail: ['tickets', 'notifications'],
  path: ['tickets', 'time'],
  routes: ['root'],
  'screen-reader': ['ui', 'account', 'tickets', 'agreements', 'billing', 'reports', 'people', 'time', 'leads'],
  'sign-in': ['account'],
  weight: ['root', 'shell', 'platform', 'ui', 'lists', 'tickets', 'automations'],
}
/** Parts that every screen uses. A change there runs `SMOKE` and the tests above that name the part. */
const SHARED = ['ui', 'platform', 'shell', 'root', 'harness']
const SMOKE = ['path', 'search', 'looks']

/** Factors for tests that loop over many screens and take longer than their number of lines suggests. */
const WALKS: Record<string, number> = { routes: 8 }

/** Tests that read all files of the project. They are cheap, and any change can break them. */
const ALWAYS = [
  'test/boundaries.test.ts',
  'test/comments.test.ts',
  'test/export-names.test.ts',
  'test/house.test.ts',
  'test/prose.test.ts',
  'test/spec-coverage.test.ts',
  'test/steady.test.ts',
]
/** Files that affect every unit test although no test imports them. */
const ROOTS = /^(vitest\.config\.ts|package(-lock)?\.json|test\/run\.ts|test\/harness\/(cluster|leaks)\.ts)$/
/** Tests of every table and every operation. */
const TABLES = ['test/isolation.test.ts', 'test/walk.test.ts']

/** Seconds for each line of a test, measured on two cores, and the limit in seconds for the selected tests. */
const UNIT = { perLine: 0.01, most: 60 }
const BROWSER = { perLine: 0.12, most: 100 }

const filesBelow = (at: string): string[] =>
  readdirSync(path.join(ROOT, at), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
/** Returns every test file of the project, as paths from its root. */
export const testFiles = (): string[] =>
  [...filesBelow('src'), ...filesBelow('test')].filter((f) => isUnit(f) || isSpec(f))
const isUnit = (file: string) => /^(src|test)\/.*\.test\.tsx?$/.test(file)
const isSpec = (file: string) => /^test\/e2e\/.*\.spec\.ts$/.test(file)
const specName = (file: string) => path.basename(file, '.spec.ts')

/** Returns the module that a file belongs to, a shared part such as `ui` or `platform`, or undefined. */
function moduleOf(file: string): string | undefined {
  const portal = /^src\/web\/portal\/([^/]+)\//.exec(file)?.[1]
  const server = /^src\/server\/([^/]+)\//.exec(file)?.[1]
  const contract = /^src\/contract\/([^/]+?)(?:\/.*|(?:\.test)?\.ts)$/.exec(file)?.[1]
  if (portal ?? server) return portal ?? server
  if (contract) return contractModule(contract)
  if (/^src\/web\/ui\//.test(file)) return 'ui'
  if (file === 'src/web/portal/signed-in.tsx') return 'shell'
  if (/^(src\/web\/site|content\/(?!marketplace|vendors))/.test(file)) return 'site'
  if (/^content\/(marketplace|vendors)\//.test(file)) return 'marketplace'
  if (/^(src\/web\/|public\/|vite\.config|react-router\.config|brand\.config)/.test(file)) return 'root'
  if (/^src\/server\//.test(file)) return 'platform'
  if (
    /^(test\/(harness|factories|demo)\/|test\/e2e\/(?!.*\.spec)|package-lock\.json|playwright\.config|vitest\.config|scripts\/run)/.test(
      file,
    )
  )
    return 'harness'
  return undefined
}

/** Returns a contract file's module: the one with its name, the only one whose contract imports it, or `platform`. */
function contractModule(name: string): string {
  const modules = readdirSync(path.join(ROOT, 'src/server'))
  if (modules.includes(name)) return name
  const contracts = filesBelow('src/contract')
  const users = modules.filter((m) =>
    contracts.some(
      (file) =>
        (file === `src/contract/${m}.ts` || file.startsWith(`src/contract/${m}/`)) &&
        read(file).includes(`./${name}.ts'`),
    ),
  )
  return users.length === 1 ? (users[0] as string) : 'platform'
}

/** Returns the modules whose tables a migration or a database function names. */
function modulesOfMigration(file: string): string[] {
  if (!existsSync(path.join(ROOT, file))) return []
  const tables = new Set(
    [
      ...read(file).matchAll(
        /\b(?:table|into|update|on|enforce_row_level_security\(')\s*(?:if (?:not )?exists\s+)?([a-z_]{4,})/gi,
      ),
    ].map((m) => (m[1] ?? '').toLowerCase()),
  )
  const folder = /^database\/functions\/([^/]+)\//.exec(file)?.[1]
  return [
    ...new Set(
      filesBelow('src/server')
        .filter((f) => f.endsWith('.ts') && !isUnit(f) && [...tables].some((t) => read(f).includes(`'${t}'`)))
        .flatMap((f) => moduleOf(f) ?? [])
        .concat(folder ?? []),
    ),
  ].filter((m) => m !== 'platform')
}

type Graph = Map<string, string[]>

/** Returns the files that import each file of the project. */
function importers(): Graph {
  const graph: Graph = new Map()
  for (const file of [...filesBelow('src'), ...filesBelow('test'), 'brand.config.ts', ...filesBelow('content')]) {
    if (!/\.tsx?$/.test(file)) continue
    for (const [, target] of read(file).matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)) {
      const to = path.join(path.dirname(file), (target as string).replace(/\?.*$/, ''))
      graph.set(to, [...(graph.get(to) ?? []), file])
    }
  }
  return graph
}

/**
 * Returns how many imports are between each file and the nearest changed file. Paths through the harness do not count:
 * it boots the full server, and would connect every test with every file.
 */
function distances(changed: string[], graph: Graph): Map<string, number> {
  const found = new Map(changed.map((file) => [file, 0]))
  for (const [file, far] of found) {
    if (far > 0 && file.startsWith('test/harness/')) continue
    for (const by of graph.get(file) ?? []) if (!found.has(by)) found.set(by, far + 1)
  }
  return found
}

/** Returns every address pattern of the site with the module of its screen. */
function addresses(entries: RouteConfigEntry[] = routes, base = ''): [address: RegExp, module: string][] {
  return entries.flatMap((entry) => {
    const at = entry.path === undefined ? base : `${base}/${entry.path.replace(/^\//, '')}`
    const module = moduleOf(`src/web/${entry.file}`)
    const pattern = new RegExp(`^${at.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
    const own: [RegExp, string][] =
      module && entry.path !== '*' && (entry.path || entry.index) ? [[pattern, module]] : []
    return [...own, ...addresses(entry.children ?? [], at)]
  })
}

/** Returns the modules that a browser test covers, and those whose screens it only visits, most visited first. */
export function modulesOfSpec(file: string): { about: string[]; visits: string[] } {
  const name = specName(file)
  const known = addresses()
  const visits = new Map<string, number>()
  for (const [, address] of read(file).matchAll(/['"`](\/[a-z][^'"`?#\s]*)/g)) {
    const plain = (address as string).replaceAll(/\$\{[^}]*\}?/g, 'x')
    const module = known.find(([pattern]) => pattern.test(plain))?.[1]
    if (module) visits.set(module, (visits.get(module) ?? 0) + 1)
  }
  const byVisits = [...visits].sort((a, b) => b[1] - a[1]).map(([m]) => m)
  const isModule = existsSync(path.join(ROOT, 'src/web/portal', name)) || name === 'site'
  const about = ABOUT[name] ?? (isModule ? [name] : byVisits.slice(0, 1))
  return { about, visits: byVisits.filter((m) => !about.includes(m)) }
}

/** The tests to run, and the tests left out because of the time limit. */
type Affected = { unit: string[]; browser: string[]; left: string[] }

/** Keeps the nearest tests within the time limit. Rank 0, such as a changed test itself, is always kept. */
function within(
  ranked: [file: string, rank: number][],
  { perLine, most }: typeof UNIT,
): [kept: string[], left: string[]] {
  let seconds = 0
  const kept: string[] = []
  const left: string[] = []
  const lines = new Map(ranked.map(([file]) => [file, read(file).split('\n').length * (WALKS[specName(file)] ?? 1)]))
  const order = ranked.toSorted(
    (a, b) => a[1] - b[1] || (lines.get(a[0]) ?? 0) - (lines.get(b[0]) ?? 0) || a[0].localeCompare(b[0]),
  )
  for (const [file, rank] of order) {
    const takes = (lines.get(file) ?? 0) * perLine
    if (rank === 0 || seconds + takes <= most) {
      seconds += takes
      kept.push(file)
    } else left.push(file)
  }
  return [kept, left]
}

/** Selects the tests for changed files, given as paths from the project root. */
export function affectedTests(changed: string[]): Affected {
  const migrations = changed.filter((f) => /^database\/.*\.sql$/.test(f))
  const shown = changed.filter((f) => !isUnit(f) && !isSpec(f))
  const graph = importers()
  const far = distances(changed, graph)
  const modulesOf = (files: string[]) => new Set(files.flatMap((f) => moduleOf(f) ?? []))
  const ofMigrations = migrations.flatMap(modulesOfMigration)
  const server = new Set([...modulesOf(shown.filter((f) => !f.startsWith('src/web/'))), ...ofMigrations])
  const web = modulesOf(shown.filter((f) => !f.startsWith('src/server/')))
  const modules = new Set([...server, ...web])
  // Test a shared file that only one or two modules use with those modules.
  for (const file of shown.filter((f) => SHARED.includes(moduleOf(f) ?? ''))) {
    const users = modulesOf((graph.get(file) ?? []).filter((f) => !isUnit(f)))
    if (users.size <= 2) for (const user of users) modules.add(user)
  }

  const unit = [...filesBelow('src'), ...filesBelow('test')].filter(isUnit).flatMap((file): [string, number][] => {
    if (changed.includes(file)) return [[file, 0]]
    if (ALWAYS.includes(file)) return [[file, 1]]
    if (TABLES.includes(file) && (migrations.length > 0 || shown.some((f) => f.startsWith('src/contract/'))))
      return [[file, 0]]
    const distance = far.get(file)
    if (distance === 1) return [[file, 1]]
    // A server test uses HTTP and does not import what it tests.
    if (server.has(moduleOf(file) ?? '') && file.startsWith('src/server/')) return [[file, 2]]
    if (web.has(moduleOf(file) ?? '') && file.startsWith('src/web/') && distance !== undefined) return [[file, 2]]
    if (distance !== undefined) return [[file, 2 + distance]]
    return changed.some((f) => ROOTS.test(f)) ? [[file, 99]] : []
  })

  // Changes of tests and documents affect no screen.
  const visible = shown.some((f) => moduleOf(f) !== undefined) || migrations.length > 0
  const shared = SHARED.some((m) => modules.has(m))
  const browser = filesBelow('test/e2e')
    .filter(isSpec)
    .flatMap((file): [string, number][] => {
      if (changed.includes(file)) return [[file, 0]]
      if (!visible) return []
      if (modulesOfSpec(file).about.some((m) => modules.has(m))) return [[file, 1]]
      return shared && SMOKE.includes(specName(file)) ? [[file, 1]] : []
    })
  // If no test covers the modules, run those that visit their screens.
  if (visible && browser.every(([, rank]) => rank === 0))
    for (const file of filesBelow('test/e2e').filter(isSpec))
      if (modulesOfSpec(file).visits.some((m) => modules.has(m))) browser.push([file, 3])
  const [units, unitsLeft] = within(unit, UNIT)
  const [specs, specsLeft] = within(browser, BROWSER)
  return { unit: units, browser: specs, left: [...unitsLeft, ...specsLeft] }
}
