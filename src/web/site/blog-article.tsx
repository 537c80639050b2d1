import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { articles, entry } from './blog-articles.server.ts'
import { type Article, articlePath, BLOG, tagName, tagPath } from './blog-file.ts'
import { articleHtml } from './blog-html.server.ts'
import { Day } from './blog-list.tsx'
import { feedLink, ORIGIN, organization, pageMeta } from './blog-meta.ts'
import { Line, marks } from './icons.tsx'
import { breadcrumbs } from './structured.ts'
import './blog.css'

export { SiteError as ErrorBoundary } from './lost.tsx'

const linkTo = (article: Article | undefined) => article && { title: article.title, path: articlePath(article) }

/** One article with its text as HTML and its neighbors in time. */
export function loader({ params }: LoaderFunctionArgs) {
  const at = articles.findIndex((article) => article.slug === params.slug)
  const article = articles[at]
  if (!article) throw data(null, { status: 404 })
  return {
    ...entry(article),
    ...articleHtml(article.text),
    newer: linkTo(articles[at - 1]),
    older: linkTo(articles[at + 1]),
  }
}

export const meta = ({ loaderData: article }: MetaArgs<typeof loader>) =>
  article
    ? [
        ...pageMeta({
          title: article.title,
          description: article.description,
          path: articlePath(article),
          jsonLd: {
            '@graph': [
              {
                '@type': 'BlogPosting',
                headline: article.title,
                description: article.description,
                datePublished: article.date,
                author: { '@type': 'Organization', name: article.author },
                publisher: { '@type': organization['@type'], name: organization.name, url: organization.url },
                keywords: article.tags.map(tagName).join(', '),
                mainEntityOfPage: ORIGIN + articlePath(article),
              },
              breadcrumbs(['Blog', BLOG], [article.title, articlePath(article)]),
            ],
          },
          // The type that sharing tags know for a text with a date.
        }).map((tag) => ('property' in tag && tag.property === 'og:type' ? { ...tag, content: 'article' } : tag)),
        { property: 'article:published_time', content: article.date },
        feedLink,
      ]
    : [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

/** One article. */
export default function BlogArticle() {
  const article = useLoaderData<typeof loader>()
  return (
    <div className="wrap page blog">
      <nav className="crumbs" aria-label="Breadcrumb">
        <ol>
          <li>
            <a href="/">Home</a>
          </li>
          <li>
            <a href={BLOG}>Blog</a>
          </li>
          <li aria-current="page">{article.title}</li>
        </ol>
      </nav>
      <article>
        <header>
          <h1>{article.title}</h1>
          <p className="lead">{article.description}</p>
          <p className="when">
            {/* The date last: its digits change their width when the font comes, and would move what follows. */}
            <span>{article.author}</span>
            <span>{article.minutes} min read</span>
            <Day date={article.date} />
          </p>
        </header>
        <nav className="toc" aria-labelledby="on-this-page">
          <h2 id="on-this-page">On this page</h2>
          <ul>
            {article.headings.map(({ id, title }) => (
              // Titles are HTML already: an entity in one would show as it is written.
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, and micromark escapes raw HTML
              <li key={id} dangerouslySetInnerHTML={{ __html: `<a href="#${id}">${title}</a>` }} />
            ))}
          </ul>
        </nav>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, and micromark escapes raw HTML */}
        <div className="text" dangerouslySetInnerHTML={{ __html: article.html }} />
        <footer>
          <ul className="tags" aria-label="Topics">
            {article.tags.map((tag) => (
              <li key={tag}>
                <a href={tagPath(tag)}>{tagName(tag)}</a>
              </li>
            ))}
          </ul>
          <nav className="turn-to" aria-label="More articles">
            {article.older && (
              <a href={article.older.path} rel="prev">
                <span>Earlier</span>
                {article.older.title}
              </a>
            )}
            {article.newer && (
              <a href={article.newer.path} rel="next">
                <span>Later</span>
                {article.newer.title}
              </a>
            )}
          </nav>
          <p className="ask-line">
            Is this one of the tasks that eat your week?{' '}
            <a className="more" href="/contact">
              Talk to an engineer
              <Line d={marks.right} />
            </a>
          </p>
        </footer>
      </article>
    </div>
  )
}
