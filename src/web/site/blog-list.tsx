import type { Entry } from './blog-articles.server.ts'
import { articlePath, BLOG, dayInWords, tagName, tagPath } from './blog-file.ts'

/** Articles one under the other. */
export function ArticleList({ entries }: { entries: Entry[] }) {
  return (
    <ul className="entries">
      {entries.map((entry) => (
        <li key={entry.slug}>
          <p className="when">
            <Day date={entry.date} />
            <span>{entry.minutes} min read</span>
          </p>
          <div>
            <h2>
              <a href={articlePath(entry)}>{entry.title}</a>
            </h2>
            <p>{entry.description}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A day in words, for people and programs. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{dayInWords(date)}</time>
}

/** Every tag; `current` is the one whose page this is. */
export function TagList({ tags, current }: { tags: string[]; current?: string }) {
  return (
    <nav aria-label="Topics">
      <ul className="tags">
        <li>
          <a href={BLOG} aria-current={current ? undefined : 'page'}>
            All
          </a>
        </li>
        {tags.map((tag) => (
          <li key={tag}>
            <a href={tagPath(tag)} aria-current={tag === current ? 'page' : undefined}>
              {tagName(tag)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
