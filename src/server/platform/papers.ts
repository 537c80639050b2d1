// What there are documents of. A room that has a paper describes it; the room that makes documents asks for it by kind.
import type { Role } from '../../contract/base.ts'
import type { Actor, Db } from './db.ts'
import type { Platform } from './platform.ts'
import type { Sheet } from './sheet.ts'

export type Described = {
  companyId: string
  sheet: Sheet
  /** What the file is called, without its ending. */
  name: string
  /** Shows what partners may not see yet. */
  staffOnly?: boolean
  /** Who may have it where not everybody may who may have the kind: it shows what others do not see. */
  onlyFor?: readonly Role[]
}

/** One kind of paper. */
export type Paper = {
  /** Who may have it; the fences decide of which company. */
  roles: readonly Role[]
  /** The thing as it stands, read as `actor`; undefined when there is no such thing, 'not yet' when it has no paper yet. */
  describe(platform: Platform, db: Db, actor: Actor, subjectId: string): Promise<Described | 'not yet' | undefined>
}
export type Papers = Record<string, Paper>
