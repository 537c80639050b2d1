// npm test: every check of the project, cheap ones first; the last line counts them.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name)
const reports = mkdtempSync(path.join(tmpdir(), 'portal reports '))
let passed = 0
let failed = 0

function run(command: string, args: string[], env: Record<string, string> = {}, quiet = false): Promise<boolean> {
  return new Promise((ok) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (d) => (output += d))
    child.once('exit', (code) => {
      if (code !== 0 && quiet) console.log(output)
      ok(code === 0)
    })
  })
}

/** A check that is one thing: it holds or it does not. */
async function check(name: string, command: string, args: string[]): Promise<void> {
  const start = performance.now()
  const good = await run(command, args, {}, true)
  if (good) passed++
  else failed++
  console.log(`${good ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
}

/** A runner that counts its own tests; one that broke before it could count is one failure. */
async function suite(name: string, good: boolean, count: () => { passed: number; failed: number }): Promise<void> {
  let counted = { passed: 0, failed: 0 }
  try {
    counted = count()
  } catch {
    // no report: the runner itself broke
  }
  if (!good && counted.failed === 0) counted.failed = 1
  if (good && counted.passed === 0) counted.failed = 1
  passed += counted.passed
  failed += counted.failed
  console.log(`${counted.failed === 0 ? '✓' : '✗'} ${name}: ${counted.passed} passed, ${counted.failed} failed`)
}

await check('route types', bin('react-router'), ['typegen'])
await check('types', process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', '.'])
await check('lint and format', bin('biome'), ['check', '--error-on-warnings', '.'])
await check('fences between floors and rooms', bin('depcruise'), [
  '--config',
  '.dependency-cruiser.mjs',
  'src',
  'brand.config.ts',
])
await check('nothing unused', bin('knip'), [])

const vitestReport = path.join(reports, 'vitest.json')
const vitestGood = await run(bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
])
await suite('unit and integration', vitestGood, () => {
  const r = JSON.parse(readFileSync(vitestReport, 'utf8')) as { numPassedTests: number; numFailedTests: number }
  return { passed: r.numPassedTests, failed: r.numFailedTests }
})

const browserReport = path.join(reports, 'browser.json')
const browserGood = await run(bin('playwright'), ['test', '--reporter=line,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
})
await suite('in the browser', browserGood, () => {
  const { stats } = JSON.parse(readFileSync(browserReport, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
})

rmSync(reports, { recursive: true, force: true })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
