import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Profile, Session } from '../../contract/account/index.ts'

let server: TestServer
let world: World
let person: Person
const PASSWORD = 'correct horse battery'

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  person = await server.person(world.north.company, 'member', { fullName: 'Pat Partner', password: PASSWORD })
})
afterAll(() => server.close())

const change = (body: object, as = person) =>
  server.call<z.infer<typeof Profile> & ErrorShape>('PATCH', '/v1/me/profile', { as, body })
const getProfile = async (as = person) =>
  (await server.call<z.infer<typeof Profile>>('GET', '/v1/me/profile', { as })).body
const acts = () =>
  server.db
    .selectFrom('audit_log')
    .select(['action', 'company_id', 'actor_id', 'before', 'after'])
    .where('subject_id', '=', person.id)
    .where('action', 'like', 'profile.%')
    .orderBy('id')
    .execute()

test('changes name and time zone everywhere, and records it', async () => {
  const first = await change({ fullName: '  Pat O’Brien ', timeZone: 'America/Denver' })
  expect(first.status).toBe(200)
  const after = { full_name: 'Pat O’Brien', time_zone: 'America/Denver', email: person.email, photo_etag: null }
  expect(first.body).toMatchObject({ ...after, id: person.id, company: { name: 'North' } })
  expect(await getProfile()).toEqual(first.body)
  // The next session has the new name, because it reads the name from the sign-in tables.
  const signedIn = await server.call<{ session: z.infer<typeof Session> }>('POST', '/v1/auth/sign-in', {
    body: { email: person.email, password: PASSWORD },
  })
  expect(signedIn.body.session.user.user_metadata.full_name).toBe('Pat O’Brien')
  expect(await acts()).toEqual([
    {
      action: 'profile.edit',
      company_id: person.companyId,
      actor_id: person.id,
      before: { full_name: 'Pat Partner', time_zone: null },
      after: { full_name: 'Pat O’Brien', time_zone: 'America/Denver' },
    },
  ])
})

test('keeps omitted fields, and resets the time zone to that of the device', async () => {
  await change({ fullName: 'Pat Partner', timeZone: 'Europe/Berlin' })
  expect((await change({ timeZone: null })).body).toMatchObject({ full_name: 'Pat Partner', time_zone: null })
  expect((await change({ fullName: 'Pat Again' })).body).toMatchObject({ full_name: 'Pat Again', time_zone: null })
  const before = await acts()
  expect((await change({})).status).toBe(200)
  expect((await change({ fullName: 'Pat Again', timeZone: null })).status).toBe(200)
  expect(await acts()).toEqual(before)
})

test.each([
  ['x', 'Name must be at least 2 characters'],
  ['  x  ', 'Name must be at least 2 characters'],
  ['', 'Name must be at least 2 characters'],
  ['x'.repeat(101), 'Name must be less than 100 characters'],
])('the name %j is refused in the words of the form', async (fullName, words) => {
  const { status, body } = await change({ fullName })
  expect([status, body.error.fields]).toEqual([400, { fullName: [words] }])
})
test.each(['x'.repeat(100), 'Li', '陳 大文'])('the name %j is accepted', async (fullName) =>
  expect((await change({ fullName })).body.full_name).toBe(fullName),
)

test.each(['Mars/Base', '+02:00', '', '  ', 'america new york', 'x'.repeat(61), 5, '../../etc/passwd'])(
  'the time zone %j is rejected',
  async (timeZone) => {
    const { status, body } = await change({ timeZone })
    expect([status, body.error.fields]).toEqual([400, { timeZone: ['Choose a time zone.'] }])
  },
)
test.each(['UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires'])('the time zone %s is accepted', async (timeZone) =>
  expect((await change({ timeZone })).body.time_zone).toBe(timeZone),
)

test('changes nothing else, and no other user', async () => {
  const before = await getProfile()
  const owner = await getProfile(world.north.owner)
  const r = await change({
    id: world.north.owner.id,
    userId: world.north.owner.id,
    companyId: world.south.company.id,
    company_id: world.south.company.id,
    email: 'evil@elsewhere.example',
    role: 'owner',
    emailVerified: true,
    fullName: 'Pat Once More',
  })
  expect(r.body).toEqual({ ...before, full_name: 'Pat Once More' })
  expect(await getProfile(world.north.owner)).toEqual(owner)
  expect((await server.call('GET', '/v1/me/role', { as: person })).body).toEqual({ role: 'member' })
})
