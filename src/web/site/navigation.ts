/** The pages in the navigation's About group. */
export const aboutPages = [
  { to: '/about', label: 'AI & Automation as a Service' },
  { to: '/who-we-are', label: 'Who We Are' },
]

/** The last link in the mobile menu, which opens in a new tab. `null` leaves it out. */
export const menuCallToAction: { href: string; label: string } | null = {
  href: '/contact',
  label: 'Talk to an Engineer',
}

/** The legal documents. Their paths are `/legal/<key>`, and their texts are in `content/legal/<key>.md`. */
export const legalDocuments = {
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  cookies: 'Cookie Policy',
} as const

/** The key of a legal document. */
export type LegalDocument = keyof typeof legalDocuments
