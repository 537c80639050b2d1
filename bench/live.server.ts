// One of two processes of the app: everything but the pages, with the event reader.
import { runNotifiers } from '../src/server/notifications/index.ts'
import { makeCompany, makeUser } from '../test/factories/people.ts'
import { openHouse, serve, tokenOf } from './house.ts'

const house = await openHouse(process.env)
const { system } = house.platform.db
const company = await makeCompany(system)
const tokens: string[] = []
for (let i = 0; i < 20; i++) {
  const { id } = await makeUser(system, { companyId: company.id, role: 'owner' })
  tokens.push(await tokenOf(house, { kind: 'tenant', companyId: company.id, userId: id, role: 'owner' }))
}
const following = runNotifiers(house.platform)
serve(house, { hello: { tokens }, end: () => following.close() })
