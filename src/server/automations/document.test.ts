// Checks docs/automations.md: every request on that page is sent to a real server.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInstallation, makeKey } from '../../../test/factories/automations.ts'
import { startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { BATCH_MAX, CLOCK_MINUTES, RUN_MESSAGE_MAX, RUN_OUTPUT_MAX } from '../../contract/run-events.ts'

const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/automations.md'), 'utf8')
const blocks = (kind: string) =>
  [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].flatMap(([, info, body]) =>
    info === kind ? [body as string] : [],
  )

let server: TestServer
let world: World
let key: string
let id: string
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  key = (await makeKey(server.db, world.north.owner)).key
  id = (await makeInstallation(server.db, { companyId: world.north.company.id })).id
})
afterAll(() => server.close())

const now = () => new Date().toISOString()
/** Posts a body as a recipe does, with the header that the recipe uses. Returns the response. */
const post = (body: unknown, header = 'x-api-key') =>
  server.call<{ accepted: number; runs: { state: string }[] }>('POST', `/v1/automations/${id}/runs`, {
    body,
    headers: { [header]: key },
  })
const statusOf = async (externalId: string) =>
  (
    await server.db
      .selectFrom('runs')
      .select('status')
      .where('installation_id', '=', id)
      .where('external_id', '=', externalId)
      .executeTakeFirst()
  )?.status

test('curl: the request is accepted, and the response has the documented fields', async () => {
  const [command] = blocks('bash') as [string]
  const sent = JSON.parse(/-d '([\s\S]*)'/.exec(command)?.[1] ?? '') as Record<string, string>
  expect(command).toContain('-H "x-api-key: $MILLWRIGHT_KEY"')
  // The date in the document would be too old to be accepted.
  const r = await post({ ...sent, startedAt: now(), finishedAt: now() })
  expect([r.status, r.body.accepted]).toEqual([200, 1])
  const [shown] = blocks('json') as [string]
  expect(Object.keys(r.body)).toEqual(Object.keys(JSON.parse(shown.replace('…', ''))))
})

test('TypeScript: the page’s code reports successes and failures', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'portal doc '))
  try {
    const [code] = blocks('ts') as [string]
    writeFileSync(
      path.join(dir, 'snippet.ts'),
      `${code}
await reported('doc-good', async () => ({ done: true }))
await reported('doc-good', async () => ({ done: true })).catch(() => {})
await reported('doc-bad', async () => { throw new Error('It broke.') }).catch(() => {})
await reported('doc-large', async () => 'x'.repeat(70_000)).catch(() => {})`,
    )
    const env = { ...process.env, MILLWRIGHT_URL: server.url, MILLWRIGHT_KEY: key, AUTOMATION_ID: id, NODE_OPTIONS: '' }
    await promisify(execFile)(process.execPath, [path.join(dir, 'snippet.ts')], { env })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  expect([await statusOf('doc-good'), await statusOf('doc-bad')]).toEqual(['succeeded', 'failed'])
  // A successful run that could not be reported is not reported as a failure.
  expect(await statusOf('doc-large')).toBeUndefined()
})

test('n8n: the bodies of both nodes are accepted with the values that n8n would insert', async () => {
  const found = blocks('json n8n')
  expect(found.length).toBe(2)
  for (const [n, block] of found.entries()) {
    const [node] = (JSON.parse(block) as { nodes: { parameters: Record<string, string> }[] }).nodes
    const { method, url, jsonBody = '' } = node?.parameters ?? {}
    expect([method, url]).toEqual(['POST', 'https://portal.example.com/api/v1/automations/AUTOMATION_ID/runs'])
    const expression = /^=\{\{ (.*) \}\}$/.exec(jsonBody)?.[1] ?? ''
    // n8n expressions are JavaScript with these variables.
    const evaluate = new Function('$execution', '$now', '$', '$json', `return ${expression}`) as (
      ...values: unknown[]
    ) => string
    const local = () => `${new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, -1)}-05:00`
    const body = evaluate({ id: '4711' }, { toISO: local }, () => ({ first: () => ({ json: { at: local() } }) }), {
      execution: { id: '4712', error: { message: 'It broke.' } },
    })
    const r = await post(JSON.parse(body))
    expect([r.status, r.body.accepted], `n ${n}`).toEqual([200, 1])
    // n8n passes this when the trigger itself failed.
    if (n === 1) {
      const early = JSON.parse(
        evaluate(undefined, { toISO: local }, undefined, { trigger: { error: { message: 'No.' } } }),
      )
      expect([(await post(early)).status, await statusOf(early.externalId)]).toEqual([200, 'failed'])
    }
  }
  expect([await statusOf('4711'), await statusOf('4712')]).toEqual(['succeeded', 'failed'])
})

test('Power Automate: the bodies of both actions are accepted with the values that it would insert', async () => {
  const found = blocks('json power-automate')
  expect(found.length).toBe(2)
  for (const [n, block] of found.entries()) {
    const { inputs } = JSON.parse(block) as {
      inputs: { headers: Record<string, string>; body: Record<string, string> }
    }
    expect(inputs.headers['x-api-key']).toBe("@parameters('MillwrightKey')")
    const values: [RegExp, string][] = [
      [/^@\{workflow\(\)\['run'\]\['name'\]\}$/, `08584${n}CU07`],
      [/^@\{(trigger\(\)\['startTime'\]|utcNow\(\))\}$/, now().replace('Z', '4567Z')],
      [/^@\{take\(.*\)\}$/, 'The flow failed.'],
    ]
    const body = Object.fromEntries(
      Object.entries(inputs.body).map(([field, value]) => [
        field,
        values.find(([what]) => what.test(value))?.[1] ?? value,
      ]),
    )
    expect(JSON.stringify(body)).not.toContain('@{')
    const r = await post(body)
    expect([r.status, r.body.accepted], `n ${n}`).toEqual([200, 1])
  }
  expect([await statusOf('085840CU07'), await statusOf('085841CU07')]).toEqual(['succeeded', 'failed'])

  // The failure is reported after the filter step, which Power Automate names after its title, and quotes the result.
  const [filter = ''] = blocks('json power-automate-filter')
  const failure = JSON.parse(found[1] ?? '') as { inputs: { body: { message: string } }; runAfter: object }
  expect((JSON.parse(filter) as { type: string; runAfter: object }).runAfter).toEqual({ Work: ['Failed', 'TimedOut'] })
  expect(failure.runAfter).toEqual({ What_failed: ['Succeeded'] })
  expect(failure.inputs.body.message).toContain("body('What_failed')")
})

test('PowerShell: the body is accepted with the values that PowerShell would insert', async () => {
  const [script] = blocks('powershell') as [string]
  const table = /\$run = @\{\n([\s\S]*?)\n\}/.exec(script)?.[1] ?? ''
  const values: [RegExp, string][] = [
    [/NewGuid/, crypto.randomUUID()],
    [/ToString\('o'\)/, now().replace('Z', '4567Z')],
    [/^\$status$/, 'failed'],
    [/^\$message/, 'It broke.'],
  ]
  const body = Object.fromEntries(
    table.split('\n').map((line) => {
      const [name = '', expression = ''] = line.split(/\s+=\s+/).map((part) => part.trim())
      return [name, values.find(([what]) => what.test(expression))?.[1]]
    }),
  )
  expect(Object.keys(body)).toEqual(['externalId', 'status', 'startedAt', 'finishedAt', 'message'])
  expect(script).toContain("'x-api-key' = $env:MILLWRIGHT_KEY")
  const r = await post(body)
  expect([r.status, r.body.accepted]).toEqual([200, 1])
})

test('the page states the product’s limits', () => {
  expect([BATCH_MAX, RUN_MESSAGE_MAX, RUN_OUTPUT_MAX, CLOCK_MINUTES]).toEqual([500, 2_000, 64 * 1024, 5])
  for (const words of ['up to 500', 'up to 2,000 characters', 'up to 64 KB', 'more than 5 minutes ahead'])
    expect(text).toContain(words)
})
