import { sql } from 'kysely'
import type { z } from 'zod'
import type { Company, EditCompany } from '../../contract/companies.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { read } from './get.ts'
import { cleanTools } from './tools.ts'

type Wanted = Omit<z.infer<typeof EditCompany>, 'version'>

/** Empty text is null; what was left out stays out. */
const kept = (text: string | null | undefined) => (text === undefined ? undefined : text || null)

/** The columns that a wish sets: an empty name and what was left out are not among them. */
export function columnsOf(wanted: Wanted) {
  const columns = {
    name: wanted.name || undefined,
    phone: kept(wanted.phone),
    website: kept(wanted.website),
    address: kept(wanted.address),
    description: kept(wanted.description),
    time_zone: kept(wanted.timeZone),
    tools: wanted.tools && cleanTools(wanted.tools),
    business_hours: wanted.businessHours,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<
    typeof columns
  >
}

/** Text by which two values are told apart, whatever the order of their keys. */
const told = (value: unknown): string =>
  JSON.stringify(value, (_key, v) =>
    v && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  )

/** Changes a company's profile. CONFLICT, with the company as it is now, when `version` is not the current one. */
export function edit(
  context: Actored,
  id: string,
  { version, ...wanted }: z.infer<typeof EditCompany>,
): Promise<z.infer<typeof Company>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const company = await db
      .selectFrom('companies')
      .select(['name', 'phone', 'website', 'address', 'description', 'time_zone', 'tools', 'business_hours', 'version'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!company) throw refuse('NOT_FOUND')
    if (version !== undefined && version !== company.version)
      throw refuse('CONFLICT', { current: await read(db, actor, id) })

    const changes = Object.entries(columnsOf(wanted)).filter(
      ([column, value]) => told(value) !== told(company[column as keyof typeof company]),
    )
    if (changes.length === 0) return read(db, actor, id)
    const { business_hours, ...plain } = Object.fromEntries(changes) as ReturnType<typeof columnsOf>
    await db
      .updateTable('companies')
      .set({
        ...plain,
        ...(business_hours === undefined ? {} : { business_hours: business_hours && JSON.stringify(business_hours) }),
        version: company.version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute()
    await record(db, context, {
      companyId: id,
      action: 'company.edit',
      subjectType: 'company',
      subjectId: id,
      before: Object.fromEntries(changes.map(([column]) => [column, company[column as keyof typeof company]])),
      after: Object.fromEntries(changes),
    })
    await publish(db, actor, { companyId: id, topic: 'company', kind: 'edited', subjectId: id })
    return read(db, actor, id)
  })
}
