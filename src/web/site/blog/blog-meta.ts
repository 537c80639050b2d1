import { brand } from '../../../../brand.config.ts'
import { BLOG } from './blog-file.ts'

export { buildPageMeta as pageMeta, ORIGIN, organization, pictureOf, publisher } from '../meta.ts'

/** The link that lets feed readers discover the feed. */
export const feedLink = {
  tagName: 'link' as const,
  rel: 'alternate',
  type: 'application/atom+xml',
  title: `${brand.shortName} Blog`,
  href: `${BLOG}/feed.xml`,
}
