// The content of a catalog entry. Texts are plain; the pages format them.

/** Categories of the catalog. */
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

/**
 * A question that is asked after the purchase. Asks for references and choices only, never for a password, key or
 * token.
 */
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
  /** Lowercase words with hyphens; the slug in the URL of the page. Never changes. */
  slug: string
  /** At most 60 characters. Says what it does, without the brand. */
  name: string
  /** One sentence of at most 120 characters. */
  promise: string
  category: CatalogueCategory
  audience: [Audience, ...Audience[]]
  /** Names of the tools that it connects, as their makers spell them. */
  integrations: [string, ...string[]]
  /** The problem in two or three sentences, in the words of a person who has it. */
  problem: string
  /** What it does, in order. 4 to 8 sentences that an automation engineer would recognize. */
  steps: string[]
  /** What must be in place before it can run: plans, permissions, settings. 2 to 6. */
  needs: string[]
  /** What the buyer gets. 3 to 6. */
  included: string[]
  /** Its limits: what it deliberately leaves to people. 1 to 3. */
  limits: string[]
  /** In cents of a US dollar. A price on request has no amount. */
  price: { model: 'one_time'; cents: number } | { model: 'monthly'; cents: number } | { model: 'quote' }
  /** Working days from the completed intake to the first run. */
  setupDays: number
  /** Minutes that an experienced person needs for one run manually, and runs per month at a typical customer. */
  minutesPerRun: number
  runsPerMonth: number
  /** Why it takes that many minutes: what the person would do. One or two sentences. */
  minutesWhy: string
  intake: [IntakeField, ...IntakeField[]]
}
