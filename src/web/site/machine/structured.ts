import { ORIGIN } from '../meta.ts'
import { stripRich } from '../rich.tsx'

/** Returns structured data for a page's breadcrumbs, starting at the landing page. */
export const buildBreadcrumbs = (...trail: [name: string, path: string][]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [['Home', '/'] as const, ...trail].map(([name, path], i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: ORIGIN + path,
  })),
})

/** Returns structured data for questions and answers. */
export const buildFaq = (questions: { q: string; a: string }[]) => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ q, a }) => ({
    '@type': 'Question',
    name: stripRich(q),
    acceptedAnswer: { '@type': 'Answer', text: stripRich(a) },
  })),
})
