import type { z } from 'zod'
import type * as contract from '../../../contract/catalogue.ts'
import type {
  Audience as AudienceSchema,
  ProductCategory as CategorySchema,
  IntakeField,
} from '../../../contract/marketplace.ts'
import { formatCount } from '../../../contract/plain/counts.ts'
import type { Shape, Tone } from '../../ui/status.tsx'
import { formatCentsShort } from '../../ui/text/money-text.ts'

export type Product = z.infer<typeof contract.CatalogueProduct>
/** The content of a product as the API accepts it. */
export type Content = z.input<typeof contract.ProductContent>
export type Row = z.infer<typeof contract.CatalogueRow>
export type Act = z.infer<typeof contract.CatalogueAct>
export type Status = z.infer<typeof contract.ProductStatus>
export type Category = z.infer<typeof CategorySchema>
export type Audience = z.infer<typeof AudienceSchema>
export type Question = z.infer<typeof IntakeField>
export type PriceModel = Row['priceModel']

export const productStatuses: readonly Status[] = ['draft', 'published', 'archived']
export const productStatusLooks: Record<Status, { tone: Tone; shape?: Shape; label: string }> = {
  draft: { tone: 'neutral', label: 'Draft' },
  published: { tone: 'good', label: 'Published' },
  archived: { tone: 'neutral', shape: 'dash', label: 'Archived' },
}

export const productCategoryLabels: Record<Category, string> = {
  psa: 'Service desk and PSA',
  rmm: 'RMM and endpoints',
  'microsoft-365': 'Microsoft 365',
  identity: 'Identity and licenses',
  documentation: 'Documentation',
  billing: 'Billing and procurement',
  security: 'Security',
  backup: 'Backup and continuity',
  onboarding: 'Onboarding and offboarding',
  sales: 'Sales and marketing',
  voice: 'Voice and chat',
  reporting: 'Reporting',
}
export const productCategories = Object.keys(productCategoryLabels) as Category[]
export const audienceLabels: Record<Audience, string> = { msp: 'MSPs', business: 'Businesses', vendor: 'App vendors' }
export const priceLabels: Record<PriceModel, string> = {
  monthly: 'Monthly',
  one_time: 'One-time',
  quote: 'On request',
}
export const questionTypeLabels: Record<Question['type'], string> = {
  text: 'Short text',
  long_text: 'Long text',
  number: 'Number',
  choice: 'Single choice',
  choices: 'Multiple choice',
  yes_no: 'Yes or no',
  email: 'Email address',
  url: 'Web address',
  date: 'Date',
}

/** Formats a price in one line, such as "$49 a month". */
export function formatProductPrice({ priceModel, priceCents }: Pick<Row, 'priceModel' | 'priceCents'>): string {
  if (priceModel === 'quote' || priceCents === null) return 'On request'
  return `${formatCentsShort(priceCents)}${priceModel === 'monthly' ? ' a month' : ' one-time'}`
}

/** Formats the number of companies that run a product: "used by 1 company". */
export const formatUse = (companies: number): string => `used by ${formatCount(companies, 'company', 'companies')}`

/** Returns the public address. The version makes browsers ignore an older cached page. */
export const buildPublicHref = ({ slug, version }: Pick<Row, 'slug' | 'version'>): string =>
  `/marketplace/${slug}?v=${version}`
/** Returns the address of the product editor. */
export const buildEditorHref = (id: string): string => `/admin/apps-automations/products/${id}`
