// The API on a database that is already seeded.
import { bootServer, serve, tokenOf } from './bench-server.ts'

const product = await bootServer(process.env)
const { system } = product.platform.db
const people = (internal: boolean) =>
  system
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.company_id'])
    .where('c.is_internal', '=', internal)
    .orderBy('p.company_id')
    .limit(60)
    .execute()
const tokens = async (internal: boolean) => {
  const found = await people(internal)
  return Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const { id, company_id } = found[i % found.length] as { id: string; company_id: string }
      const who = internal
        ? { kind: 'staff' as const, role: 'engineer' as const }
        : { kind: 'tenant' as const, role: 'owner' as const }
      return tokenOf(product, { ...who, companyId: company_id, userId: id })
    }),
  )
}
const one = await system
  .selectFrom('tickets')
  .select(['id', 'company_id', 'contact_id', 'requester_id'])
  .limit(1)
  .executeTakeFirstOrThrow()
const [staff, tenant] = [await tokens(true), await tokens(false)]
await serve(product, {
  hello: {
    tokens: staff,
    staff,
    tenant,
    ticket: one.id,
    company: one.company_id,
    user: one.requester_id,
    contact: one.contact_id,
  },
})
