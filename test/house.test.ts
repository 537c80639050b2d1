// Project rules that no compiler checks.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { drawMap, readLayer } from '../scripts/draw-map.ts'
import { contract } from '../src/contract/index.ts'
import { SETTINGS } from '../src/server/platform/env.ts'
import { dataModelDocuments } from './data-model.ts'
import { OWNER_PASSWORD, TEMPLATE } from './harness/secrets.ts'
import { permissionsDocument } from './permissions.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const folders = (at: string) =>
  readdirSync(path.join(ROOT, at), { withFileTypes: true })
    .filter((d) => d.isDirectory())
    .map((d) => d.name)
const filesBelow = (at: string): string[] =>
  readdirSync(path.join(ROOT, at), { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => path.relative(ROOT, path.join(f.parentPath, f.name)))
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** Modules that are not in every layer, with the reason. */
const EXEMPT: Record<string, string> = {
  'contract files': 'uploads and downloads are not JSON: plain routes, documented beside the contract',
  'portal files': 'has no screen of its own: other modules show files',
  'portal site': 'the public site is the other half of the web layer',
}

test('contract, server and portal have the same modules', () => {
  const server = folders('src/server')
    .filter((r) => r !== 'platform')
    .sort()
  const onContract = Object.keys(contract)
  const onPortal = folders('src/web/portal').filter((r) => r !== 'platform' && r !== 'shell')
  const missing = [
    ...server.filter((r) => !onContract.includes(r)).map((r) => `contract ${r}`),
    ...server.filter((r) => !onPortal.includes(r)).map((r) => `portal ${r}`),
    ...[...onContract, ...onPortal].filter((r) => !server.includes(r)).map((r) => `server ${r}`),
  ]
  expect(missing.sort()).toEqual(Object.keys(EXEMPT).sort())
})

test('every module of the server has a public API', () => {
  for (const module of folders('src/server').filter((r) => r !== 'platform'))
    expect(existsSync(path.join(ROOT, `src/server/${module}/index.ts`)), module).toBe(true)
})

test('only env.ts reads the environment', () => {
  const readers = filesBelow('src').filter(
    (f) => /\.tsx?$/.test(f) && !f.endsWith('.test.ts') && /process\.env|import\.meta\.env\b/.test(read(f)),
  )
  expect(readers).toEqual(['src/server/platform/env.ts'])
})

test('.env.example lists every setting once, with a description; docs/operations.md names each', () => {
  const lines = read('.env.example').split('\n')
  const named = lines.flatMap((l) => /^#?\s?([A-Z0-9_]+)=/.exec(l)?.[1] ?? [])
  expect(named.toSorted()).toEqual(SETTINGS.toSorted())
  const operations = read('docs/operations.md')
  expect(SETTINGS.filter((name) => !new RegExp(`\\b${name}\\b`).test(operations))).toEqual([])
  for (const name of named) {
    const at = lines.findIndex((l) => new RegExp(`^#?\\s?${name}=`).test(l))
    expect(/^# \S.{10,}/.test(lines[at - 1] ?? ''), name).toBe(true)
  }
})

test('docs/permissions.md matches the contract', () => {
  expect(read('docs/permissions.md')).toBe(permissionsDocument())
})
test('docs/map.svg shows the current modules and their calls (npm run docs)', () => {
  expect(read('docs/map.svg')).toBe(drawMap())
})

/** Returns a module that imports itself through others, with them, or an empty list. */
function findCycle(calls: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const walk = (name: string, path: string[]): string[] => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return []
    for (const next of calls.get(name) ?? []) {
      const found = walk(next, [...path, name])
      if (found.length > 0) return found
    }
    done.add(name)
    return []
  }
  return [...calls.keys()].map((name) => walk(name, [])).find((found) => found.length > 0) ?? []
}

const LAYERS = ['src/server', 'src/web/portal'] as const
const findModuleCycle = (layer: (typeof LAYERS)[number], root = ROOT) =>
  findCycle(new Map([...readLayer(layer, root)].map(([name, { calls }]) => [name, calls])))

test.each(LAYERS)('the modules of %s have no circular imports', (layer) => {
  expect(findModuleCycle(layer)).toEqual([])
  const project = mkdtempSync(path.join(tmpdir(), 'cycle-'))
  onTestFinished(() => rmSync(project, { recursive: true, force: true }))
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(project, layer, file)), { recursive: true })
    writeFileSync(path.join(project, layer, file), text)
  }
  // No file of these imports itself through others. The modules do.
  write('time/index.ts', `export { book } from '../tickets/index.ts'\n`)
  write('tickets/index.ts', 'export const book = 1\n')
  write('tickets/queue/queue.ts', `import type { Hours } from '../../hours/index.ts'\nexport type Queue = Hours\n`)
  write('hours/index.ts', 'export type Hours = number\n')
  expect(findModuleCycle(layer, project)).toEqual([])
  write('hours/later.ts', `export const load = () => import('../tickets/index.ts')\n`)
  expect(findModuleCycle(layer, project)).toEqual(['hours', 'tickets', 'hours'])
})

test('docs/map.md has a line for every module', () => {
  for (const module of folders('src/server').filter((r) => r !== 'platform'))
    expect(new RegExp(`^\\| \`${module}\``, 'm').test(read('docs/map.md')), module).toBe(true)
})

test('docs/map.md names the folders of every module', () => {
  const [, part = ''] = read('docs/map.md').split('### Folders of large modules')
  const named = new Map(
    [...part.matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)].map(([, module = '', text = '']) => [
      module,
      [...text.matchAll(/`([a-z-]+)`/g)].map(([, folder = '']) => folder).sort(),
    ]),
  )
  const inLayers = new Map<string, Set<string>>()
  for (const layer of ['src/server', 'src/web/portal'])
    for (const module of folders(layer).filter((m) => m !== 'platform'))
      for (const folder of folders(`${layer}/${module}`))
        inLayers.set(module, (inLayers.get(module) ?? new Set()).add(folder))
  expect(named).toEqual(new Map([...inLayers].map(([module, found]) => [module, [...found].sort()])))
})

test('docs/where-to-change-what.md names twenty tasks and files that exist', () => {
  const files = [...read('docs/where-to-change-what.md').matchAll(/^\|(?:[^|]*\|){4} `([^`]+)` \|/gm)].map(
    ([, file = '']) => file,
  )
  expect(files).toHaveLength(20)
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
})

test('docs/data-model.md and its pages match the database, with a sentence for every table', async () => {
  const { port } = inject('cluster')
  const url = `postgres://portal_owner:${OWNER_PASSWORD}@127.0.0.1:${port}/${TEMPLATE}`
  const documents = await dataModelDocuments(url, folders('src/server'))
  const files = ['docs/data-model.md', ...filesBelow('docs/data-model')]
  expect(files.toSorted(), 'Run npm run docs with DATABASE_URL.').toEqual([...documents.keys()].sort())
  for (const [file, text] of documents) expect(read(file), 'Run npm run docs with DATABASE_URL.').toBe(text)
  expect(
    documents
      .get('docs/data-model.md')
      ?.split('\n')
      .filter((line) => /^\| `.*\| \|$/.test(line)),
    'Add a comment on the table.',
  ).toEqual([])
})

test('the types of the tables match the migrations', () => {
  const { port } = inject('cluster')
  const url = `postgres://portal_owner:${OWNER_PASSWORD}@127.0.0.1:${port}/${TEMPLATE}`
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/table-types.ts'), '--verify'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'pipe',
  })
})

test('migrations and functions use only features of Postgres 15', () => {
  // The tests run on a newer Postgres, which would accept this syntax.
  const newer =
    /set expression|uuidv7\(|\) virtual\b|json_table|json_query|json_value|any_value\(|merge into|random\(\d|to_bin\(|to_oct\(|casefold|array_reverse|array_sort|without overlaps|not enforced/i
  const found = filesBelow('database').filter((file) => newer.test(read(file)))
  expect(found).toEqual([])
})

test('there is no file called utils or misc, and no test that is skipped or alone', () => {
  const all = ['src', 'test', 'bench', 'scripts'].flatMap(filesBelow)
  expect(all.filter((f) => /(^|\/)(utils?|misc|helpers?)\.[a-z]+$/.test(f))).toEqual([])
  const tests = all.filter((f) => /\.(test|spec)\.tsx?$/.test(f) && !f.endsWith('house.test.ts'))
  expect(tests.filter((f) => /\b(test|it|describe)\.(only|skip|todo)\(/.test(read(f)))).toEqual([])
})

const ROUTE = 'React Router calls it by this name'
/** Names that several files of a layer export, with the one meaning that they have in all of these files. */
const SHARED_NAMES: Record<string, string> = {
  'server orderKind': 'the type of the value that a list of the module is sorted by',
  'server orderName': 'the order of a list of the module that a filter asks for',
  'server orderValue': 'the value that a list of the module is sorted by',
  'web action': ROUTE,
  'web clientLoader': ROUTE,
  'web handle': ROUTE,
  'web links': ROUTE,
  'web loader': ROUTE,
  'web meta': ROUTE,
  'web Select': 'a field to choose from: of public pages, which have no React in the browser, and of the portal',
  'web TextArea': 'a field for text: of public pages, which have no React in the browser, and of the portal',
}

/** Returns the functions, components and constants that several of these files export, each with its layer. */
const findSharedNames = (files: readonly (readonly [file: string, text: string])[]): string[] => {
  const found = files.flatMap(([file, text]) =>
    [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(([, name]) => ({
      name: `${file.split('/')[1]} ${name}`,
      file,
    })),
  )
  return [...Map.groupBy(found, ({ name }) => name)]
    .filter(([, uses]) => new Set(uses.map(({ file }) => file)).size > 1)
    .map(([name]) => name)
    .sort()
}

test('a function, component or constant that is exported has a name of its own in its layer', () => {
  const sources = filesBelow('src').filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  expect(
    findSharedNames(sources.map((file) => [file, read(file)])),
    'Give each its own name, make one of two that are the same, or add the name to SHARED_NAMES with its meaning.',
  ).toEqual(Object.keys(SHARED_NAMES).sort())
  const planted = [
    ['src/server/tickets/status.ts', 'export const setStatus = action()\n'],
    ['src/server/projects/status.ts', 'export async function setStatus() {}\n'],
    ['src/web/portal/projects/status.ts', 'export function setStatus() {}\n'],
  ] as const
  expect(findSharedNames(planted)).toEqual(['server setStatus'])
})

/** The maximum number of lines in a source file and of files in a source folder. */
const LINES_MAX = 400
const FILES_MAX = 35
/** Longer files, with the reason. The limit does not apply to tests. */
const LONG_FILES: Record<string, string> = {
  'src/server/platform/database/db.types.ts': 'written by scripts/table-types.ts',
  'src/server/tickets/fields.ts': 'one list of all fields of a ticket',
  'src/web/portal/tickets/fields.tsx': 'one list of all fields of a ticket on the screens',
  'src/server/platform/documents/pdf-draw.ts': 'one class that draws: its methods share the place on the page',
  'src/server/platform/env.ts': 'every setting with its check and its meaning, read in one go',
  'src/server/platform/http/api.ts': 'the way of a request from door to action, whose steps depend on their order',
  'src/web/portal/agreements/editor-page.tsx': 'one form: its parts share the state of what was not saved',
  'src/web/portal/tickets/new-ticket-form.tsx': 'one form: its parts share the state of the draft',
}

test(`no file is longer than ${LINES_MAX} lines without a reason, and no folder of source has more than ${FILES_MAX} files`, () => {
  const sources = filesBelow('src').filter((f) => /\.tsx?$/.test(f))
  const long = sources.filter((f) => !/\.test\.tsx?$/.test(f) && read(f).split('\n').length - 1 > LINES_MAX)
  expect(
    long.filter((f) => !(f in LONG_FILES)),
    'Split the file by what its parts are about, or add it to LONG_FILES with the reason.',
  ).toEqual([])
  expect(
    Object.keys(LONG_FILES).filter((f) => !long.includes(f)),
    'Not long anymore: remove it from LONG_FILES.',
  ).toEqual([])
  const inFolder = Map.groupBy(sources, path.dirname)
  const full = [...inFolder].filter(([, files]) => files.length > FILES_MAX).map(([folder]) => folder)
  expect(full, 'Make folders of what belongs together.').toEqual([])
})

test('versions are exact and the lock file names no registry', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version), name).toBe(true)
  expect(read('package-lock.json')).not.toMatch(/"resolved": "http/)
})

test('parts of the portal are loaded by our own lazy, which waits for the network', () => {
  const direct = filesBelow('src/web/portal').filter(
    (f) =>
      /\.tsx?$/.test(f) &&
      !f.endsWith('platform/loading/lazy.ts') &&
      /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(read(f)),
  )
  expect(direct).toEqual([])
})

/** Returns the files of the web layer whose code matches, except `home` and comments. */
const webFilesWith = (pattern: RegExp, ...home: string[]) =>
  filesBelow('src/web').filter(
    (f) =>
      /\.tsx?$/.test(f) &&
      !/\.test\.tsx?$/.test(f) &&
      !home.includes(f) &&
      pattern.test(read(f).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')),
  )

test('keys are read by getPressedKey and isSendKey, which know input methods', () => {
  const bare =
    /\b(event|nativeEvent)\.(key|code|keyCode|which|isComposing)\b|\be\.(key|keyCode|isComposing)\b|\{[^{}]*\b(key|keyCode|isComposing)\b[^{}]*\}(: \w*KeyboardEvent| = (e|event)\b)/
  expect(bare.test("if (event.key === 'Enter') send()")).toBe(true)
  expect(bare.test('const { key, target } = event')).toBe(true)
  expect(webFilesWith(bare, 'src/web/ui/pressed-key.ts')).toEqual([])
})

test('the browser’s storage, channels and locks are used through modules that work without them', () => {
  expect(
    webFilesWith(
      /\b(localStorage|sessionStorage|BroadcastChannel|indexedDB|document\.cookie)\b|navigator\.locks/,
      'src/web/blocked-storage.ts',
      'src/web/browser-storage.ts',
      // An inline script, which runs before any module and catches what a blocked storage throws.
      'src/web/start.ts',
      'src/web/portal/platform/session/hold-lock.ts',
    ),
  ).toEqual([])
})

/** Files that read the machine's own clock, with the reason. */
const OWN_CLOCK: Record<string, string> = {
  'src/web/ui/clock.ts': 'corrects the clock',
  'src/web/ui/overlays/toast.tsx': 'measures how long a toast is kept',
  'src/web/portal/platform/live/live.client.ts': 'measures how long a connection lasts, also while the machine sleeps',
  'src/web/start.ts': 'an inline script notes when it sent reads, by the same clock as sent-reads.ts',
  'src/web/portal/platform/data/sent-reads.ts': 'measures the age of answers',
  'src/web/portal/shell/awaited-screen.tsx': 'measures the time since the last reload',
  'src/web/portal/time/use-elapsed.ts': 'measures the time since a response, whose time is by the same clock',
  'src/web/portal/tickets/queue/acts.ts': 'measures how long Undo is possible',
  'src/web/portal/tickets/conversation/drafts.ts': 'measures the age of a draft that this machine has stored',
  'src/web/entry.server.tsx': 'runs on the server',
  'src/web/site/footer.tsx': 'runs on the server',
  'src/web/site/enhance.ts': 'the year of the copyright line, where no response has told the time',
  'src/web/site/enhance/account.ts': 'used only if a response has no date',
}

test('screens take the time from ui/clock.ts, which corrects a wrong clock', () => {
  expect(webFilesWith(/\bDate\.now\b|new Date\(\)/, ...Object.keys(OWN_CLOCK))).toEqual([])
})
