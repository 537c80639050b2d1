import { brand } from '../../../brand.config.ts'
import { BLOG } from './blog-file.ts'

export { ORIGIN, organization, pageMeta } from './meta.ts'

/** Tells readers of feeds where the blog's stands. */
export const feedLink = {
  tagName: 'link' as const,
  rel: 'alternate',
  type: 'application/atom+xml',
  title: `${brand.shortName} Blog`,
  href: `${BLOG}/feed.xml`,
}
