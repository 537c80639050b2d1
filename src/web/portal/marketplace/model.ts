import type { z } from 'zod'
import type * as contract from '../../../contract/catalogue.ts'
import type {
  Audience as AudienceSchema,
  Category as CategorySchema,
  IntakeField,
} from '../../../contract/marketplace.ts'
import { shortCents } from '../../ui/money-text.ts'
import type { Shape, Tone } from '../../ui/status.tsx'

export type Product = z.infer<typeof contract.CatalogueProduct>
export type Row = z.infer<typeof contract.CatalogueRow>
export type Act = z.infer<typeof contract.CatalogueAct>
export type Status = z.infer<typeof contract.ProductStatus>
export type Category = z.infer<typeof CategorySchema>
export type Audience = z.infer<typeof AudienceSchema>
export type Question = z.infer<typeof IntakeField>
export type PriceModel = Row['priceModel']

export const statuses: readonly Status[] = ['draft', 'published', 'archived']
export const statusLooks: Record<Status, { tone: Tone; shape?: Shape; label: string }> = {
  draft: { tone: 'neutral', label: 'Draft' },
  published: { tone: 'good', label: 'Published' },
  archived: { tone: 'neutral', shape: 'dash', label: 'Archived' },
}

export const categoryLabels: Record<Category, string> = {
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
export const categories = Object.keys(categoryLabels) as Category[]
export const audienceLabels: Record<Audience, string> = { msp: 'MSPs', business: 'Businesses', vendor: 'App vendors' }
export const priceLabels: Record<PriceModel, string> = {
  monthly: 'Monthly',
  one_time: 'One-time',
  quote: 'On request',
}
export const typeLabels: Record<Question['type'], string> = {
  text: 'One line of text',
  long_text: 'Several lines of text',
  number: 'A number',
  choice: 'One of several choices',
  choices: 'Any of several choices',
  yes_no: 'Yes or no',
  email: 'An email address',
  url: 'A web address',
  date: 'A day',
}

/** A price in one line: "$49 a month". */
export function priceText({ priceModel, priceCents }: Pick<Row, 'priceModel' | 'priceCents'>): string {
  if (priceModel === 'quote' || priceCents === null) return 'On request'
  return `${shortCents(priceCents)}${priceModel === 'monthly' ? ' a month' : ' once'}`
}

/** Where the public sees it; the version tells a browser that what it kept is old. */
export const publicHref = ({ slug, version }: Pick<Row, 'slug' | 'version'>): string =>
  `/marketplace/${slug}?v=${version}`
/** Where staff write it. */
export const editorHref = (id: string): string => `/admin/apps-automations/products/${id}`
