import { brand } from '../../../brand.config.ts'
import { articles } from './blog-articles.server.ts'
import { articlePath, BLOG, tagName } from './blog-file.ts'
import { feedHtml } from './blog-html.server.ts'
import { ORIGIN } from './meta.ts'
import { xml } from './xml.ts'

// Articles carry a day; a feed wants a moment.
const moment = (date: string) => `${date}T12:00:00Z`

/** Every article with its full text, as an Atom feed. */
export function loader() {
  const entries = articles.map(
    (article) => `
  <entry>
    <id>${ORIGIN}${articlePath(article)}</id>
    <title>${xml(article.title)}</title>
    <link href="${ORIGIN}${articlePath(article)}"/>
    <published>${moment(article.date)}</published>
    <updated>${moment(article.date)}</updated>
    <author><name>${xml(article.author)}</name></author>
${article.tags.map((tag) => `    <category term="${tag}" label="${xml(tagName(tag))}"/>\n`).join('')}    <summary>${xml(article.description)}</summary>
    <content type="html">${xml(feedHtml(article.text, ORIGIN))}</content>
  </entry>`,
  )
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${ORIGIN}${BLOG}</id>
  <title>${xml(brand.shortName)} Blog</title>
  <subtitle>Automation that holds, for managed service providers</subtitle>
  <link href="${ORIGIN}${BLOG}"/>
  <link rel="self" type="application/atom+xml" href="${ORIGIN}${BLOG}/feed.xml"/>
  <updated>${moment(articles[0]?.date ?? '2024-01-01')}</updated>
  <icon>${ORIGIN}/icon.svg</icon>${entries.join('')}
</feed>
`
  return new Response(feed, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } })
}
