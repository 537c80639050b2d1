// How rooms say whom something concerns. They publish events; tellers turn these into notices after the commit, so that
// no request waits for it and none is lost with the process.
import type { z } from 'zod'
import type { NoticeKind } from '../../contract/notifications.ts'
import type { Db } from './db.ts'
import type { Mail } from './mail.ts'
import type { Platform } from './platform.ts'

/** An event as it was published, read back after the commit. */
export type HappenedEvent = {
  id: number
  companyId: string
  topic: string
  kind: string
  subjectId: string
  /** Null: the product itself. */
  actorId: string | null
  staffOnly: boolean
  data: Record<string, unknown>
  createdAt: string
}

/** What one person is told about one event. */
export type Notice = {
  /** A user, or somebody without an account, who can only be written to. */
  to: { userId: string } | { email: string; name: string }
  kind: z.infer<typeof NoticeKind>
  /** One line, plain text. */
  title: string
  /** A few words more, plain text; empty if there is nothing to add. */
  body: string
  /** Where it leads in the portal, for instance `/tickets/<id>`. */
  path: string
  /** The mail, if it is to be more than title, body and a button. Goes only to whoever wants mails of this kind; its `id` is given for each person. */
  mail?: Omit<Mail, 'to'>
}

/** Turns the events of one topic into notices. Runs once per event, in one transaction with their delivery, past the fences. */
export type Teller = {
  topic: string
  tell(platform: Platform, db: Db, event: HappenedEvent): Promise<Notice[]>
  /** Somebody without an account wants no more mail about one thing and has been struck off: forget the person there. */
  leave?(platform: Platform, db: Db, who: { companyId: string; subjectId: string; email: string }): Promise<void>
}
