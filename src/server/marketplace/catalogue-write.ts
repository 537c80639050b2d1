// The steps that the verbs of the catalogue share.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import { ProductContent } from '../../contract/catalogue.ts'
import type { IntakeField } from '../../contract/marketplace.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { type FullRow, presentCatalogue, readProduct } from './catalogue-rows.ts'
import { questionName } from './policy.ts'

export type Content = z.output<typeof ProductContent>
type Question = z.infer<typeof IntakeField>

/** A product that is held for a change. NOT_FOUND; CONFLICT with it as it is now when `version` is another. */
export async function takeProduct(db: Db, { actor }: Pick<Actored, 'actor'>, id: string, version: number) {
  const held = await db.selectFrom('products').select('version').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!held) throw refuse('NOT_FOUND')
  const row = await readProduct(db, id)
  if (held.version !== version) throw refuse('CONFLICT', { current: presentCatalogue(row, actor) })
  return row
}

/** What a product says, as it is written. */
export const contentIn = (r: FullRow): Content => ({
  name: r.name,
  promise: r.promise,
  category: r.category as Content['category'],
  audience: r.audience as Content['audience'],
  integrations: r.integrations,
  problem: r.problem,
  steps: r.steps,
  needs: r.needs,
  included: r.included,
  limits: r.limits,
  priceModel: r.price_model as Content['priceModel'],
  priceCents: r.price_cents,
  setupDays: r.setup_days,
  minutesPerRun: r.minutes_per_run,
  runsPerMonth: r.runs_per_month,
  minutesWhy: r.minutes_why,
  intake: r.intake as Question[],
})

/** The whole of it, held against the one shape. UNPROCESSABLE beside what does not fit. */
export function checkedContent(content: unknown): Content {
  const parsed = ProductContent.safeParse(content)
  if (parsed.success) return parsed.data
  const fields: Record<string, string[]> = {}
  for (const { path, message } of parsed.error.issues) (fields[path.join('.')] ??= []).push(message)
  throw refuse('UNPROCESSABLE', { fields })
}

/** Questions with their names: those that they had, else made of the label, each once. */
export function namedQuestions(questions: Content['intake']): Question[] {
  const taken = new Set(questions.flatMap((q) => (q.name ? [q.name] : [])))
  return questions.map(({ name, options, help, ...q }) => {
    const own = name ?? questionName(q.label, taken)
    taken.add(own)
    return { name: own, ...q, ...(help ? { help } : {}), ...(options?.length ? { options } : {}) }
  })
}

/** What a product says, as columns. */
export const columnsOf = (content: Content) => ({
  name: content.name,
  promise: content.promise,
  category: content.category,
  audience: [...content.audience],
  problem: content.problem,
  steps: content.steps,
  needs: content.needs,
  included: content.included,
  limits: content.limits,
  price_model: content.priceModel,
  price_cents: content.priceCents,
  setup_days: content.setupDays,
  minutes_per_run: content.minutesPerRun,
  runs_per_month: content.runsPerMonth,
  minutes_why: content.minutesWhy,
  intake: JSON.stringify(namedQuestions(content.intake)),
})

/** Writes the tools of a product anew, in their order. */
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

/** Behind all others. */
export const lastPosition = sql<number>`(select least(coalesce(max(position), -1) + 1, 999999) from products)`

/** The parts of two contents that differ, as they were and as they are. */
export function changedParts(before: object, after: object): { before: object; after: object } | undefined {
  const keys = Object.keys(after).filter(
    (key) => !isDeepStrictEqual((before as Record<string, unknown>)[key], (after as Record<string, unknown>)[key]),
  )
  if (keys.length === 0) return undefined
  const only = (of: object) => Object.fromEntries(keys.map((key) => [key, (of as Record<string, unknown>)[key]]))
  return { before: only(before), after: only(after) }
}

/** Writes down who did what to a product, and tells the open pages. */
export async function keepProduct(
  db: Db,
  context: Actored,
  { id, kind, before, after }: { id: string; kind: string; before?: object; after?: object },
): Promise<void> {
  const { actor } = context
  await record(db, context, {
    companyId: actor.companyId,
    action: `product.${kind}`,
    subjectType: 'product',
    subjectId: id,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  })
  await publish(db, actor, { companyId: actor.companyId, topic: 'product', kind, subjectId: id, staffOnly: true })
}
