/**
 * Who the provider is. Another provider rebrands by editing this file, the logo (`src/web/ui/logo.tsx`) and `content/`.
 */
export const brand = {
  /** Appears in the navigation bar, in emails and in titles. */
  shortName: 'Millwright',
  /** Appears once at the top of the landing page, then fades to the short name. */
  longName: 'Millwright Automation & AI',
  /** Part of addresses and of keys in the browser: `/millwright-blog`, `millwright.session`. */
  slug: 'millwright',
  supportEmail: 'support@millwright.example',
  founded: 2024,
  serviceArea: 'United States',
} as const
