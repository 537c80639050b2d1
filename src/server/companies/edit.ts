import { sql } from 'kysely'
import type { z } from 'zod'
import type { Company, EditCompany } from '../../contract/companies/index.ts'
import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { editFields } from '../platform/field-edits.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { demandName } from '../platform/sign-in/names.ts'
import { companyFields } from './fields.ts'
import { readCompany } from './get.ts'
import { lockCompany } from './queries.ts'

/** Returns columns in the form that the database stores: objects as JSON. */
export const toStoredColumns = (columns: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [
      column,
      typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value,
    ]),
  )

/**
 * Changes a company's profile, or with `checkOnly` only checks whether the change can be saved. Throws NOT_FOUND,
 * CONFLICT with the company's current state when `version` is not the current one, and UNPROCESSABLE for a name that
 * imitates the provider's or contains a link.
 */
function edit(
  context: ActorContext,
  id: string,
  { version, ...wanted }: z.infer<typeof EditCompany>,
  { checkOnly = false }: { checkOnly?: boolean } = {},
): Promise<z.infer<typeof Company>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const company = await lockCompany(db, id)
    if (!company) throw refuse('NOT_FOUND')
    if (version !== undefined && version !== company.version)
      throw refuse('CONFLICT', { current: await readCompany(db, actor, id) })

    const { columns, before } = await editFields(companyFields, db, id, company, wanted)
    // An existing name may stay. A new name must be safe to use in our mails.
    if (typeof columns.name === 'string' && !company.is_internal) demandName(columns.name, 'name')
    if (checkOnly || Object.keys(columns).length === 0) return readCompany(db, actor, id)
    await db
      .updateTable('companies')
      .set({
        ...toStoredColumns(columns),
        version: company.version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: id,
      action: 'company.edit',
      subjectType: 'company',
      subjectId: id,
      before,
      after: columns,
    })
    await publish(db, actor, { companyId: id, topic: 'company', kind: 'edited', subjectId: id })
    return readCompany(db, actor, id)
  })
}

/** Changes any company's profile, as `edit` does. */
export const updateCompany = action(contract.companies.update, (context, { id, ...input }) => edit(context, id, input))

/** Changes the actor's own company's profile, as `edit` does. */
export const updateMine = action(contract.companies.updateMine, (context, input) =>
  edit(context, context.actor.companyId, input),
)

/** Checks whether `updateMine` would succeed, and throws the same errors. Returns the unchanged company. */
export const checkMine = action(contract.companies.checkMine, (context, input) =>
  edit(context, context.actor.companyId, input, { checkOnly: true }),
)
