// The API on a database that `runs.ts` has filled, with API keys that send and users who read.
import { bootServer, serve, tokenOf } from './bench-server.ts'

const product = await bootServer(process.env, { TRUSTED_PROXIES: '127.0.0.1' })
const db = product.platform.db.system
const people = await db
  .selectFrom('profiles as p')
  .innerJoin('companies as c', 'c.id', 'p.company_id')
  .select(['p.id', 'p.company_id', 'c.is_internal'])
  .execute()
const installations = await db.selectFrom('installations').select(['id', 'company_id']).orderBy('id').execute()
const keys = await db.selectFrom('api_keys').select(['company_id', 'created_by']).execute()
const ofCompany = (companyId: string, n: number) => {
  const own = installations.filter((i) => i.company_id === companyId)
  return own[n % own.length]?.id as string
}
const tokenFor = (p: (typeof people)[number]) =>
  tokenOf(product, {
    ...(p.is_internal ? { kind: 'staff', role: 'engineer' } : { kind: 'tenant', role: 'owner' }),
    companyId: p.company_id,
    userId: p.id,
  })
const partners = people.filter((p) => !p.is_internal)
const readers = await Promise.all(
  partners.map(async (p, n) => ({ token: await tokenFor(p), id: ofCompany(p.company_id, n) })),
)
const staff = await Promise.all(people.filter((p) => p.is_internal).map(tokenFor))
const senders = keys.map((k, n) => ({ key: `bench ${k.created_by}`, id: ofCompany(k.company_id, n) }))

await serve(product, { hello: { tokens: staff, senders, readers, staff } })
