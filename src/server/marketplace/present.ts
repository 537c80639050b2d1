import type { z } from 'zod'
import { CATALOGUE_CATEGORIES } from '../../../content/marketplace/shape.ts'
import type { Category, IntakeField, Product, ProductRow } from '../../contract/marketplace.ts'

type Row = z.infer<typeof ProductRow>

/** A row of the catalogue as a list shows it. */
export type ListRow = {
  id: string
  slug: string
  name: string
  promise: string
  category: string
  audience: string[]
  integrations: string[]
  price_model: string
  price_cents: number | null
  currency: string
  setup_days: number
  minutes_per_run: number
  runs_per_month: number
  published_at: string
}
/** The whole of it. */
export type FullRow = ListRow & {
  problem: string
  steps: string[]
  needs: string[]
  included: string[]
  limits: string[]
  minutes_why: string
  intake: unknown
  updated_at: string
  similar: ListRow[]
}

/** The database writes times within JSON with a zone of its own. */
const instant = (text: string) => text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z')

/** What a category is called. */
export const categoryName = (key: string): string =>
  (CATALOGUE_CATEGORIES as Record<string, string | undefined>)[key] ?? key

/** What lists say of a product, in whatever state it is. */
export const listedOf = (r: Omit<ListRow, 'published_at'>): Omit<Row, 'publishedAt'> => ({
  id: r.id,
  slug: r.slug,
  name: r.name,
  promise: r.promise,
  category: { key: r.category as z.infer<typeof Category>, name: categoryName(r.category) },
  audience: r.audience as Row['audience'],
  integrations: r.integrations,
  priceModel: r.price_model as Row['priceModel'],
  priceCents: r.price_cents,
  currency: r.currency,
  setupDays: r.setup_days,
  minutesPerRun: r.minutes_per_run,
  runsPerMonth: r.runs_per_month,
})

/** A product of a list. */
export const presentRow = (r: ListRow): Row => ({ ...listedOf(r), publishedAt: instant(r.published_at) })

/** What only its page says. */
export const contentOf = (
  r: Pick<FullRow, 'problem' | 'steps' | 'needs' | 'included' | 'limits' | 'minutes_why' | 'intake'>,
) => ({
  problem: r.problem,
  steps: r.steps,
  needs: r.needs,
  included: r.included,
  limits: r.limits,
  minutesWhy: r.minutes_why,
  intake: r.intake as z.infer<typeof IntakeField>[],
})

/** A product with everything its page says. */
export const present = (r: FullRow): z.infer<typeof Product> => ({
  ...presentRow(r),
  ...contentOf(r),
  similar: r.similar.map(presentRow),
  updatedAt: instant(r.updated_at),
})
