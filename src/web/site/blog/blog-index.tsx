import { type MetaArgs, useLoaderData } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { buildBreadcrumbs } from '../machine/structured.ts'
import { articles, tags, toEntry } from './blog-articles.server.ts'
import { BLOG, buildArticlePath } from './blog-file.ts'
import { ArticleList, TagList } from './blog-list.tsx'
import { feedLink, ORIGIN, organization, pageMeta } from './blog-meta.ts'
import '../blog.css'

export { SiteError as ErrorBoundary } from '../lost.tsx'

/** Returns all articles and tags. */
export const loader = () => ({ entries: articles.map(toEntry), tags })

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => [
  ...pageMeta({
    title: 'Blog',
    description:
      'Automation guides for MSPs on ticket triage, license counts, RMM alerts, offboarding, phone calls and prepaid hours, with scripts and queries.',
    path: BLOG,
    jsonLd: {
      '@graph': [
        {
          '@type': 'Blog',
          name: `${brand.shortName} Blog`,
          url: ORIGIN + BLOG,
          publisher: organization,
          blogPost: loaderData?.entries.map((article) => ({
            '@type': 'BlogPosting',
            headline: article.title,
            datePublished: article.date,
            dateModified: article.updated,
            url: ORIGIN + buildArticlePath(article),
          })),
        },
        buildBreadcrumbs(['Blog', BLOG]),
      ],
    },
  }),
  feedLink,
]

/** All articles, newest first. */
export default function BlogIndex() {
  const { entries, tags } = useLoaderData<typeof loader>()
  return (
    <div className="wrap page blog">
      <header>
        <p className="eyebrow">Blog</p>
        <h1>Automation guides for MSPs</h1>
        <p className="lead">
          How to build it, what goes wrong and what to measure. You can use the method in each article without us.
        </p>
        <TagList tags={tags} />
      </header>
      <ArticleList entries={entries} />
      <p className="feed">
        Follow in your feed reader: <a href={`${BLOG}/feed.xml`}>all articles</a>
      </p>
    </div>
  )
}
