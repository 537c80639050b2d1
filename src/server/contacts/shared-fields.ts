// Field definitions shared by contacts and clients.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ContactFilter } from '../../contract/contacts/index.ts'
import type { Condition } from '../platform/fields.ts'

/** The company's name. A subselect, so that it is looked up only for the rows of one page. */
export const companyName = sql<string | null>`(select o.name from companies o where o.id = t.company_id)`

/** Returns the condition for a state: active or archived; undefined for both. */
export const archivedOrNot: Condition<z.infer<typeof ContactFilter>['state']> = (state) =>
  state === 'all'
    ? undefined
    : state === 'active'
      ? sql<boolean>`t.archived_at is null`
      : sql<boolean>`t.archived_at is not null`
