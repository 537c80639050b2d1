import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ABOUT, affectedTests, modulesOfSpec } from './affected.ts'
import { ROOT } from './workspace.ts'

const specs = readdirSync(path.join(ROOT, 'test/e2e')).filter((f) => f.endsWith('.spec.ts'))

test('every module with screens has a browser test, and every browser test belongs to a module', () => {
  const about = specs.map((name) => modulesOfSpec(`test/e2e/${name}`).about)
  expect(specs.filter((_, i) => about[i]?.length === 0)).toEqual([])
  const modules = readdirSync(path.join(ROOT, 'src/web/portal'), { withFileTypes: true })
    .filter((d) => d.isDirectory() && !['platform', 'shell', 'documents'].includes(d.name))
    .map((d) => d.name)
  expect(modules.filter((m) => !about.flat().includes(m))).toEqual([])
  expect(Object.keys(ABOUT).filter((name) => !existsSync(path.join(ROOT, `test/e2e/${name}.spec.ts`)))).toEqual([])
})

test('a change selects the tests of its module, and the browser tests about it', () => {
  const server = affectedTests(['src/server/billing/orders/buy.ts'])
  expect(server.unit).toContain('src/server/billing/billing.test.ts')
  expect(server.unit).toContain('test/house.test.ts')
  expect(server.browser).toEqual(expect.arrayContaining(['test/e2e/billing.spec.ts', 'test/e2e/buy.spec.ts']))
  const screen = affectedTests(['src/web/portal/sla/target-text.ts'])
  expect(screen.unit).toContain('src/web/portal/sla/target-text.test.ts')
  expect(screen.unit.filter((f) => f.startsWith('src/server/'))).toEqual([])
  expect(screen.browser).toContain('test/e2e/sla.spec.ts')
})

test('a change of tables or operations selects the tests that cover all of them', () => {
  expect(affectedTests(['database/functions/hours/hours_charge.sql']).unit).toEqual(
    expect.arrayContaining(['test/isolation.test.ts', 'test/walk.test.ts']),
  )
  expect(affectedTests(['src/contract/tickets/index.ts']).unit).toContain('test/walk.test.ts')
})

test('a changed test runs, a document needs no browser test, and shared code gets a few end-to-end tests', () => {
  expect(affectedTests(['test/e2e/settings.spec.ts', 'src/server/people/people.test.ts'])).toMatchObject({
    unit: expect.arrayContaining(['src/server/people/people.test.ts']),
    browser: ['test/e2e/settings.spec.ts'],
  })
  expect(affectedTests(['docs/map.md']).browser).toEqual([])
  expect(affectedTests(['src/server/platform/database/db.ts']).browser).toContain('test/e2e/path.spec.ts')
  expect(affectedTests(['src/web/portal/shell/shell.tsx']).browser).toContain('test/e2e/path.spec.ts')
})

test('tests that do not fit into the time are named', () => {
  const { unit, left } = affectedTests(['src/contract/base.ts'])
  expect(left.length).toBeGreaterThan(0)
  expect(left.filter((file) => unit.includes(file))).toEqual([])
})
