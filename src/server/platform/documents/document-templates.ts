// Document templates. A module declares one for each kind of PDF that it has; the documents module looks them up by
// kind.
import type { Role } from '../../../contract/base.ts'
import type { Actor, Db } from '../database/db.ts'
import type { Platform } from '../platform.ts'
import type { Sheet } from './sheet.ts'

export type Described = {
  companyId: string
  sheet: Sheet
  /** The file name without its extension. */
  name: string
  /** The document contains something that partners may not see yet. */
  staffOnly?: boolean
  /** Restricts this document to fewer roles than its kind, because it contains what the others may not see. */
  onlyFor?: readonly Role[]
}

/** Describes one kind of document. */
export type DocumentTemplate = {
  /** The roles that may get it. Row-level security decides for which companies. */
  roles: readonly Role[]
  /**
   * Describes the current state of the subject, read as `actor`. Returns undefined when the subject does not exist, and
   * 'not yet' when it has no document yet.
   */
  describe(platform: Platform, db: Db, actor: Actor, subjectId: string): Promise<Described | 'not yet' | undefined>
}
export type DocumentTemplates = Record<string, DocumentTemplate>
