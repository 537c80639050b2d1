// What an entry of the catalogue says. Texts are plain; the pages set them.

/** Where an entry stands in the catalogue. */
export const CATALOGUE_CATEGORIES = {
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
} as const
export type CatalogueCategory = keyof typeof CATALOGUE_CATEGORIES

export type Audience = 'msp' | 'business' | 'vendor'

/** What is asked after the purchase. References and choices only: never a password, key or token. */
export type IntakeField = {
  /** lower_snake_case, unique within the entry. */
  name: string
  label: string
  type: 'text' | 'long_text' | 'number' | 'choice' | 'choices' | 'yes_no' | 'email' | 'url' | 'date'
  help?: string
  required: boolean
  /** Only for choice and choices. */
  options?: string[]
}

export type CatalogueEntry = {
  /** lower-case words with hyphens; the address of the page. Never changes. */
  slug: string
  /** At most 60 characters, says what it does, without the brand. */
  name: string
  /** One sentence of at most 120 characters. */
  promise: string
  category: CatalogueCategory
  audience: [Audience, ...Audience[]]
  /** Tools that it connects, by the names their makers use. */
  integrations: [string, ...string[]]
  /** The problem in two or three sentences, as somebody who has it would put it. */
  problem: string
  /** What it does, in order, each one sentence that an automation engineer would recognize. 4 to 8. */
  steps: string[]
  /** What must be there before it can run: plans, permissions, settings. 2 to 6. */
  needs: string[]
  /** What the buyer gets. 3 to 6. */
  included: string[]
  /** Where it stops: what it leaves to people on purpose. 1 to 3. */
  limits: string[]
  /** In cents of a US dollar. On request carries no price. */
  price: { model: 'one_time'; cents: number } | { model: 'monthly'; cents: number } | { model: 'quote' }
  /** Working days from finished intake to the first run. */
  setupDays: number
  /** Minutes that an experienced person needs for one run by hand, and how often it runs in a month at a typical customer. */
  minutesPerRun: number
  runsPerMonth: number
  /** Why that many minutes: what the person would do. One or two sentences. */
  minutesWhy: string
  intake: [IntakeField, ...IntakeField[]]
}
