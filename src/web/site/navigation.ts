/** What stands in the navigation's About group. */
export const aboutPages = [
  { to: '/about', label: 'AI & Automation as a Service' },
  { to: '/who-we-are', label: 'Who We Are' },
]

/** A last link in the mobile menu; it opens in a new tab. `null` leaves it out. */
export const menuCallToAction: { href: string; label: string } | null = {
  href: '/contact',
  label: 'Talk to an Engineer',
}

/** The legal documents: address `/legal/<key>`, text in `content/legal/<key>.md`. */
export const legalDocuments = {
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  cookies: 'Cookie Policy',
} as const

/** Which legal document is meant. */
export type LegalDocument = keyof typeof legalDocuments
