// Rules of the house that no compiler knows.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { SETTINGS } from '../src/server/platform/env.ts'
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

/** Rooms that are not on every floor, with the reason. */
const EXEMPT: Record<string, string> = {
  'contract files': 'uploads and downloads are not JSON: plain routes, documented beside the contract',
  'portal files': 'has no screen of its own: other rooms show files',
  'portal site': 'the public site is the other half of the web floor',
}

test('contract, server and portal have the same rooms', () => {
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

test('every server room has a door', () => {
  for (const room of folders('src/server').filter((r) => r !== 'platform'))
    expect([room, existsSync(path.join(ROOT, `src/server/${room}/index.ts`))]).toEqual([room, true])
})

test('nobody but env.ts reads the environment', () => {
  const readers = filesBelow('src').filter(
    (f) => /\.tsx?$/.test(f) && !f.endsWith('.test.ts') && /process\.env|import\.meta\.env\b/.test(read(f)),
  )
  expect(readers).toEqual(['src/server/platform/env.ts'])
})

test('.env.example lists every setting once, with a line of words; docs/operations.md speaks of each', () => {
  const lines = read('.env.example').split('\n')
  const named = lines.flatMap((l) => /^#?\s?([A-Z0-9_]+)=/.exec(l)?.[1] ?? [])
  expect(named.toSorted()).toEqual(SETTINGS.toSorted())
  const operations = read('docs/operations.md')
  expect(SETTINGS.filter((name) => !new RegExp(`\\b${name}\\b`).test(operations))).toEqual([])
  for (const name of named) {
    const at = lines.findIndex((l) => new RegExp(`^#?\\s?${name}=`).test(l))
    expect([name, /^# \S.{10,}/.test(lines[at - 1] ?? '')]).toEqual([name, true])
  }
})

test('docs/permissions.md says what the contract says', () => {
  expect(read('docs/permissions.md')).toBe(permissionsDocument())
})

test('docs/map.md has a line for every room', () => {
  for (const room of folders('src/server').filter((r) => r !== 'platform'))
    expect([room, new RegExp(`^\\| \`${room}\``, 'm').test(read('docs/map.md'))]).toEqual([room, true])
})

test('the types of the tables are those of the migrations', () => {
  const { port } = inject('cluster')
  const url = `postgres://portal_owner:${OWNER_PASSWORD}@127.0.0.1:${port}/${TEMPLATE}`
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/table-types.ts'), '--verify'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'pipe',
  })
})

test('migrations keep to what Postgres 15 knows', () => {
  // The tests run on a newer one: these are what it would let pass.
  const newer =
    /set expression|uuidv7\(|\) virtual\b|json_table|json_query|json_value|any_value\(|merge into|random\(\d|to_bin\(|to_oct\(|casefold|array_reverse|array_sort|without overlaps|not enforced/i
  const dir = path.join(ROOT, 'migrations')
  const found = readdirSync(dir).filter((name) => newer.test(readFileSync(path.join(dir, name), 'utf8')))
  expect(found).toEqual([])
})

test('there is no file called utils or misc, and no test that is skipped or alone', () => {
  const all = ['src', 'test', 'bench', 'scripts'].flatMap(filesBelow)
  expect(all.filter((f) => /(^|\/)(utils?|misc|helpers?)\.[a-z]+$/.test(f))).toEqual([])
  const tests = all.filter((f) => /\.(test|spec)\.tsx?$/.test(f) && !f.endsWith('house.test.ts'))
  expect(tests.filter((f) => /\b(test|it|describe)\.(only|skip|todo)\(/.test(read(f)))).toEqual([])
})

test('versions are exact and the lock file names no registry', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect([name, /^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)]).toEqual([name, true])
  expect(read('package-lock.json')).not.toMatch(/"resolved": "http/)
})
