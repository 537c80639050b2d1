import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { type Template, TermsPart } from '../../../contract/agreements/index.ts'
import { contract } from '../../../contract/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { createOnce } from '../../platform/database/once.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import type { Type } from '../terms.ts'
import { listVariables, templateProblem } from './text.ts'

const templateRows = (db: Db) =>
  db
    .selectFrom('agreement_templates as t')
    .select([
      't.company_id',
      't.id',
      't.name',
      't.type',
      't.body',
      't.terms',
      't.version',
      't.created_at',
      't.updated_at',
    ])
    .where('t.archived_at', 'is', null)
type Row = Awaited<ReturnType<ReturnType<typeof templateRows>['execute']>>[number]

const present = (r: Row): z.infer<typeof Template> => ({
  id: r.id,
  name: r.name,
  type: r.type as Type,
  body: r.body,
  terms: TermsPart.parse(r.terms),
  version: r.version,
  createdAt: r.created_at,
  updatedAt: r.updated_at,
})

async function readTemplate(db: Db, id: string): Promise<z.infer<typeof Template>> {
  const row = await templateRows(db).where('t.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return present(row)
}

function check(body: string): void {
  const problem = templateProblem(body)
  if (problem) throw refuse('UNPROCESSABLE', { fields: { body: [problem] } })
}

async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (e) {
    const { code, constraint } = e as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'agreement_templates_by_name')
      throw refuse('NAME_TAKEN', { fields: { name: ['Another template has this name. Choose a different one.'] } })
    throw e
  }
}

type Change = { id: string; action: 'created' | 'edited' | 'archived'; before?: object; after?: object }
async function keepTemplate(db: Db, context: ActorContext, { id, action, before, after }: Change): Promise<void> {
  const { companyId } = context.actor
  await recordAudit(db, context, {
    companyId,
    action: `agreement-template.${action}`,
    subjectType: 'agreement_template',
    subjectId: id,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  })
  await publish(db, context.actor, {
    companyId,
    topic: 'agreement',
    kind: `template_${action}`,
    subjectId: id,
    staffOnly: true,
  })
}

/** Returns the templates by name, and the variables that a text may use. */
export const listAgreementTemplates = action(contract.agreements.templates, ({ platform, actor }) =>
  platform.db.askAs(actor, async (db) => ({
    items: (await templateRows(db).orderBy(sql`lower(t.name)`).orderBy('t.id').execute()).map(present),
    variables: listVariables,
    can: { edit: actor.role === 'admin' },
  })),
)

/** Adds a template. Throws UNPROCESSABLE for a text that cannot be filled in, and NAME_TAKEN. */
export const createAgreementTemplate = action(contract.agreements.createTemplate, (context, input) => {
  check(input.body)
  return createOnce(context, input, async (db) => {
    const id = uuid()
    await named(() =>
      db
        .insertInto('agreement_templates')
        .values({ company_id: context.actor.companyId, id, ...input, terms: JSON.stringify(input.terms) })
        .execute(),
    )
    await keepTemplate(db, context, { id, action: 'created', after: input })
    return readTemplate(db, id)
  })
})

async function lockTemplate(db: Db, id: string, version: number): Promise<Row> {
  const row = await templateRows(db).where('t.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  if (row.version !== version) throw refuse('CONFLICT', { current: present(row) })
  return row
}

/**
 * Changes the given fields of a template. Agreements that were made from it stay as they are. Throws NOT_FOUND,
 * CONFLICT, NAME_TAKEN, UNPROCESSABLE.
 */
export const editAgreementTemplate = action(contract.agreements.editTemplate, (context, { id, version, ...wanted }) => {
  const { platform, actor } = context
  if (wanted.body !== undefined) check(wanted.body)
  return platform.db.asActor(actor, async (db) => {
    const row = await lockTemplate(db, id, version)
    const before = { name: row.name, type: row.type, body: row.body, terms: row.terms }
    const after = {
      name: wanted.name ?? row.name,
      type: wanted.type ?? row.type,
      body: wanted.body ?? row.body,
      terms: wanted.terms ?? row.terms,
    }
    if (isDeepStrictEqual(before, after)) return present(row)
    await named(() =>
      db
        .updateTable('agreement_templates')
        .set({ ...after, terms: JSON.stringify(after.terms), version: version + 1, updated_at: sql<string>`now()` })
        .where('company_id', '=', row.company_id)
        .where('id', '=', id)
        .execute(),
    )
    await keepTemplate(db, context, { id, action: 'edited', before, after })
    return readTemplate(db, id)
  })
})

/** Archives a template. Throws NOT_FOUND, and CONFLICT when the template has changed since `version`. */
export const archiveAgreementTemplate = action(contract.agreements.archiveTemplate, (context, { id, version }) =>
  context.platform.db.asActor(context.actor, async (db) => {
    const row = await lockTemplate(db, id, version)
    await db
      .updateTable('agreement_templates')
      .set({ archived_at: sql<string>`now()`, version: version + 1, updated_at: sql<string>`now()` })
      .where('company_id', '=', row.company_id)
      .where('id', '=', id)
      .execute()
    await keepTemplate(db, context, { id, action: 'archived', before: { name: row.name, type: row.type } })
    return { id }
  }),
)
