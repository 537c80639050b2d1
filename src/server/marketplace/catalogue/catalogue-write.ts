// Steps that the catalog actions share.
import { isDeepStrictEqual } from 'node:util'
import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import { ProductContent } from '../../../contract/catalogue.ts'
import type { IntakeField } from '../../../contract/marketplace.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Products } from '../../platform/database/db.types.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { buildNewColumns, toInputs } from '../../platform/field-edits.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { productFields } from '../fields.ts'
import { questionName } from '../policy.ts'
import { type FullRow, presentCatalogue, readProduct } from './catalogue-rows.ts'

export type Content = z.output<typeof ProductContent>
type Question = z.infer<typeof IntakeField>

/**
 * Locks a product for a change and returns it. Throws NOT_FOUND, and CONFLICT with its current state when `version` is
 * not the current one.
 */
export async function lockProduct(db: Db, { actor }: Pick<ActorContext, 'actor'>, id: string, version: number) {
  const locked = await db.selectFrom('products').select('version').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!locked) throw refuse('NOT_FOUND')
  const row = await readProduct(db, id)
  if (locked.version !== version) throw refuse('CONFLICT', { current: presentCatalogue(row, actor) })
  return row
}

/** Returns the content of a product in its input form. */
export const contentIn = (r: FullRow): Content =>
  ({ ...toInputs(productFields, r), integrations: r.integrations }) as unknown as Content

/**
 * Returns the full content of a product after validating it. Throws UNPROCESSABLE with messages for the invalid fields.
 */
export function checkedContent(content: unknown): Content {
  const parsed = ProductContent.safeParse(content)
  if (parsed.success) return parsed.data
  const fields: Record<string, string[]> = {}
  for (const { path, message } of parsed.error.issues) (fields[path.join('.')] ??= []).push(message)
  throw refuse('UNPROCESSABLE', { fields })
}

/** Returns questions with unique names: existing ones are kept, missing ones are made from the label. */
export function namedQuestions(questions: Content['intake']): Question[] {
  const taken = new Set(questions.flatMap((q) => (q.name ? [q.name] : [])))
  return questions.map(({ name, options, help, ...q }) => {
    const own = name ?? questionName(q.label, taken)
    taken.add(own)
    return { name: own, ...q, ...(help ? { help } : {}), ...(options?.length ? { options } : {}) }
  })
}

/** Returns the content of a product as columns. */
export const toProductColumns = (content: Content) =>
  ({
    ...buildNewColumns(productFields, content),
    intake: JSON.stringify(namedQuestions(content.intake)),
    // The cast is safe because the contract has every input.
  }) as unknown as Omit<Insertable<Products>, 'company_id' | 'id' | 'slug'>

/** Replaces the tools of a product. They keep the order of `names`. */
export async function writeTools(
  db: Db,
  { company_id, id }: { company_id: string; id: string },
  names: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('product_integrations')
    .where('company_id', '=', company_id)
    .where('product_id', '=', id)
    .execute()
  await db
    .insertInto('product_integrations')
    .values(names.map((name, position) => ({ company_id, product_id: id, name, position })))
    .execute()
}

/** The position after all other products. */
export const lastPosition = sql<number>`(select least(coalesce(max(position), -1) + 1, 999999) from products)`

/** Returns the parts in which two contents differ, before and after. Undefined when nothing differs. */
export function changedParts(before: object, after: object): { before: object; after: object } | undefined {
  const keys = Object.keys(after).filter(
    (key) => !isDeepStrictEqual((before as Record<string, unknown>)[key], (after as Record<string, unknown>)[key]),
  )
  if (keys.length === 0) return undefined
  const only = (of: object) => Object.fromEntries(keys.map((key) => [key, (of as Record<string, unknown>)[key]]))
  return { before: only(before), after: only(after) }
}

/**
 * Records a change of a product in the audit log and publishes it to open pages of staff. Does not write the product.
 */
export async function saveProduct(
  db: Db,
  context: ActorContext,
  { id, kind, before, after }: { id: string; kind: string; before?: object; after?: object },
): Promise<void> {
  const { actor } = context
  await recordAudit(db, context, {
    companyId: actor.companyId,
    action: `product.${kind}`,
    subjectType: 'product',
    subjectId: id,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  })
  await publish(db, actor, { companyId: actor.companyId, topic: 'product', kind, subjectId: id, staffOnly: true })
}
