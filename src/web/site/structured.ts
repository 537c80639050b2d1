import { ORIGIN } from './meta.ts'
import { plain } from './rich.tsx'

/** Where a page stands, for search engines: names and paths from the landing page down. */
export const breadcrumbs = (...trail: [name: string, path: string][]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [['Home', '/'] as const, ...trail].map(([name, path], i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: ORIGIN + path,
  })),
})

/** Questions and answers, for search engines. */
export const faq = (questions: { q: string; a: string }[]) => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ q, a }) => ({
    '@type': 'Question',
    name: plain(q),
    acceptedAnswer: { '@type': 'Answer', text: plain(a) },
  })),
})
