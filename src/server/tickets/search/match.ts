import { type RawBuilder, sql } from 'kysely'
import { patternOf, wantedIn } from '../../platform/search/highlight.ts'
import type { Typed } from './typed.ts'

/** Returns a regular expression for words that follow each other, with anything but letters and digits between them. */
const inARow = (phrase: string) =>
  `(^|[^[:alnum:]])${wantedIn(phrase)
    .map(({ word }) => patternOf(word))
    .join('[^[:alnum:]]+')}([^[:alnum:]]|$)`

/**
 * Returns the condition that each quoted phrase appears in one of the ticket's texts. Runs with the reader's own
 * database role, so that partners do not see notes.
 */
export function hasQuoted(phrases: readonly string[], t: string): RawBuilder<boolean> {
  const id = sql.ref(`${t}.id`)
  const company = sql.ref(`${t}.company_id`)
  const each = phrases.map(inARow).map(
    (pattern) => sql<boolean>`(
      exists (select from tickets s where s.company_id = ${company} and s.id = ${id}
        and (s.subject ~* ${pattern} or s.description ~* ${pattern}))
      or exists (select from messages s where s.company_id = ${company} and s.ticket_id = ${id} and s.kind <> 'event'
        and s.body ~* ${pattern}))`,
  )
  return each.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** Returns the condition that a ticket is among all matches, for exports and for the last attempt of a search. */
export function everyMatch(typed: Typed, company: string | undefined): RawBuilder<boolean> {
  const { named, number, words, phrases } = typed
  if (named !== undefined) return sql<boolean>`t.number = ${named}`
  const found = sql<boolean>`(t.id in (select find_tickets((select search_query(${words})), ${company ?? null}::uuid)) and ${hasQuoted(phrases, 't')})`
  return number === undefined ? found : sql<boolean>`(t.number = ${number} or ${found})`
}
