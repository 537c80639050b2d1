// One of two processes of the app: everything but the pages.
import { makeCompany, makeUser } from '../test/factories/people.ts'
import { bootServer, serve, tokenOf } from './bench-server.ts'

const product = await bootServer(process.env)
const { system } = product.platform.db
const company = await makeCompany(system)
const tokens: string[] = []
for (let i = 0; i < 20; i++) {
  const { id } = await makeUser(system, { companyId: company.id, role: 'owner' })
  tokens.push(await tokenOf(product, { kind: 'tenant', companyId: company.id, userId: id, role: 'owner' }))
}
await serve(product, { hello: { tokens } })
