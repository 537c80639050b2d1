// Declares all fields of a product in CSV order: how each is selected, shown, filtered, sorted, exported and changed.
// `soldFields` are public, from the view `catalogue`. `productFields` are what staff read and write, in any status. The
// filters of visitors are in queries.ts, and rules across fields are in the contract.
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { CatalogueFilter, CatalogueRow } from '../../contract/catalogue.ts'
import type { IntakeField, ProductCategory, ProductRow } from '../../contract/marketplace.ts'
import type { Products } from '../platform/database/db.types.ts'
import { defineFields, fieldOf, isAnyOf } from '../platform/fields.ts'
import { categoryName, PRICE_NAMES, PRODUCT_STATUS_NAMES } from './words.ts'

type Filter = z.output<typeof CatalogueFilter>
type Row = z.infer<typeof ProductRow>
/** A row of the view `catalogue`: it has a publication time and its tools. */
type Sold = Omit<Selectable<Products>, 'published_at'> & { published_at: string; integrations: string[] }
const sold = fieldOf<Sold, Filter>()
const field = fieldOf<Selectable<Products>, Filter>()

/** Returns a time as the contract writes it. In JSON that Postgres builds, UTC is `+00:00` instead of `Z`. */
const instant = (text: string) => text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z')

// Text columns with a check constraint are cast to the contract's unions here.
/** The fields of a published product, as visitors see it. */
export const soldFields = defineFields('p', {
  id: sold({ label: 'ID', columns: ['id'], present: (r) => r.id, export: false }),
  slug: sold({ label: 'URL', columns: ['slug'], present: (r) => r.slug, export: {} }),
  name: sold({
    label: 'Name',
    columns: ['name'],
    present: (r) => r.name,
    export: {},
    write: { by: 'staff', column: 'name' },
  }),
  promise: sold({
    label: 'Tagline',
    columns: ['promise'],
    present: (r) => r.promise,
    // The CSV has names, figures and statuses, but not the texts of the page.
    export: false,
    write: { by: 'staff', column: 'promise' },
  }),
  category: sold({
    label: 'Category',
    columns: ['category'],
    present: (r) => ({ key: r.category as z.infer<typeof ProductCategory>, name: categoryName(r.category) }),
    filter: { category: isAnyOf('p.category') },
    export: { value: (category) => category.name },
    write: { by: 'staff', column: 'category' },
  }),
  audience: sold({
    label: 'Audience',
    columns: ['audience'],
    present: (r) => r.audience as Row['audience'],
    export: false,
    write: { by: 'staff', column: 'audience' },
  }),
  /** Stored in their own table. `writeTools` changes them. */
  integrations: sold({
    label: 'Tools',
    columns: ['integrations'],
    present: (r) => r.integrations,
    export: {},
  }),
  priceModel: sold({
    label: 'Price model',
    columns: ['price_model'],
    present: (r) => r.price_model as Row['priceModel'],
    names: PRICE_NAMES,
    filter: { price: isAnyOf('p.price_model') },
    export: {},
    write: { by: 'staff', column: 'price_model' },
  }),
  priceCents: sold({
    label: 'Price (USD)',
    columns: ['price_cents'],
    present: (r) => r.price_cents,
    export: { cents: true },
    write: { by: 'staff', column: 'price_cents' },
  }),
  currency: sold({
    label: 'Currency',
    columns: ['currency'],
    present: (r) => r.currency,
    // The header of the price column shows the currency.
    export: false,
  }),
  setupDays: sold({
    label: 'Setup days',
    columns: ['setup_days'],
    present: (r) => r.setup_days,
    export: {},
    write: { by: 'staff', column: 'setup_days' },
  }),
  minutesPerRun: sold({
    label: 'Manual minutes per run',
    columns: ['minutes_per_run'],
    present: (r) => r.minutes_per_run,
    export: {},
    write: { by: 'staff', column: 'minutes_per_run' },
  }),
  runsPerMonth: sold({
    label: 'Runs per month',
    columns: ['runs_per_month'],
    present: (r) => r.runs_per_month,
    export: {},
    write: { by: 'staff', column: 'runs_per_month' },
  }),
  publishedAt: sold({
    label: 'First published',
    columns: ['published_at'],
    present: (r) => instant(r.published_at),
    export: {},
  }),
  // From here on, the texts of the product page.
  problem: sold({
    label: 'Problem',
    shown: 'record',
    columns: ['problem'],
    present: (r) => r.problem,
    export: false,
    write: { by: 'staff', column: 'problem' },
  }),
  steps: sold({
    label: 'Steps',
    shown: 'record',
    columns: ['steps'],
    present: (r) => r.steps,
    export: false,
    write: { by: 'staff', column: 'steps' },
  }),
  needs: sold({
    label: 'Requirements',
    shown: 'record',
    columns: ['needs'],
    present: (r) => r.needs,
    export: false,
    write: { by: 'staff', column: 'needs' },
  }),
  included: sold({
    label: 'What’s included',
    shown: 'record',
    columns: ['included'],
    present: (r) => r.included,
    export: false,
    write: { by: 'staff', column: 'included' },
  }),
  limits: sold({
    label: 'Limits',
    shown: 'record',
    columns: ['limits'],
    present: (r) => r.limits,
    export: false,
    write: { by: 'staff', column: 'limits' },
  }),
  minutesWhy: sold({
    label: 'Why it takes that long',
    shown: 'record',
    columns: ['minutes_why'],
    present: (r) => r.minutes_why,
    export: false,
    write: { by: 'staff', column: 'minutes_why' },
  }),
  intake: sold({
    label: 'Setup questions',
    shown: 'record',
    columns: ['intake'],
    present: (r) => r.intake as unknown as z.infer<typeof IntakeField>[],
    export: false,
    write: { by: 'staff', column: 'intake' },
  }),
  updatedAt: sold({
    label: 'Updated',
    shown: 'record',
    columns: ['updated_at'],
    present: (r) => instant(r.updated_at),
    export: {},
  }),
})

const {
  id,
  slug,
  name,
  category,
  integrations,
  priceModel,
  priceCents,
  setupDays,
  minutesPerRun,
  runsPerMonth,
  ...others
} = soldFields.fields

/** The fields of a product in any status, as staff read and write it. */
export const productFields = defineFields('p', {
  position: field({
    label: 'Position',
    columns: ['position'],
    present: (r) => r.position,
    sort: { position: { by: sql.ref('p.position'), kind: 'integer', of: (r) => String(r.position) } },
    export: { value: (position) => position + 1 },
  }),
  name: {
    ...name,
    columns: ['name', 'name_order'] as const,
    sort: { name: { by: sql.ref('p.name_order'), kind: 'text', of: (r: { name_order: string }) => r.name_order } },
  },
  slug,
  status: field({
    label: 'Status',
    columns: ['status'],
    present: (r) => r.status as z.infer<typeof CatalogueRow>['status'],
    names: PRODUCT_STATUS_NAMES,
    filter: { status: isAnyOf('p.status') },
    export: {},
  }),
  category,
  integrations: {
    ...integrations,
    columns: [] as const,
    computed: {
      integrations: sql<string[]>`array(select i.name from product_integrations i
        where i.company_id = p.company_id and i.product_id = p.id order by i.position, i.name)`,
    },
  },
  priceModel,
  priceCents,
  setupDays,
  minutesPerRun,
  runsPerMonth,
  popularity: field({
    label: 'Companies',
    columns: ['popularity', 'popular_order'],
    present: (r) => r.popularity,
    sort: { popular: { by: sql.ref('p.popular_order'), kind: 'number', of: (r) => String(r.popular_order) } },
    export: {},
  }),
  ...others,
  publishedAt: field({
    label: 'First published',
    columns: ['published_at'],
    present: (r) => r.published_at,
    export: {},
  }),
  updatedAt: field({
    label: 'Updated',
    columns: ['updated_at'],
    present: (r) => r.updated_at,
    sort: { updated: { by: sql.ref('p.updated_at'), kind: 'instant', of: (r) => r.updated_at } },
    export: {},
  }),
  createdAt: field({
    label: 'Added',
    shown: 'record',
    columns: ['created_at'],
    present: (r) => r.created_at,
    export: false,
  }),
  version: field({ label: 'Version', columns: ['version'], present: (r) => r.version, export: false }),
  // `writeTools` needs `company_id`.
  id: { ...id, columns: ['company_id', 'id'] as const },
})
