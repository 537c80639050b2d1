// Notifiers turn a module's events into notices for the people concerned. They run after the commit, so that no request
// waits for them and no notice is lost in a crash.
import type { z } from 'zod'
import type { NoticeKind } from '../../../contract/notifications.ts'
import type { Db } from '../database/db.ts'
import type { Mail } from '../mail/mail.ts'
import type { Platform } from '../platform.ts'

/** A published event, read after its commit. */
export type PublishedEvent = {
  id: number
  companyId: string
  topic: string
  kind: string
  subjectId: string
  /** Null for events of the system itself. */
  actorId: string | null
  staffOnly: boolean
  data: Record<string, unknown>
  createdAt: string
}

/** A notification of one person about one event. */
export type Notice = {
  /** A user, or a person without an account, who only gets mail. */
  to: { userId: string } | { email: string; name: string }
  kind: z.infer<typeof NoticeKind>
  /** One line, plain text. */
  title: string
  /** More details, plain text; empty if there are none. */
  body: string
  /** The page in the portal that it links to, for example `/tickets/<id>`. */
  path: string
  /**
   * The mail, if it has more than title, body and a button. Only sent to people who want mail of this kind. Its `id` is
   * per person.
   */
  mail?: Omit<Mail, 'to'>
}

/**
 * Turns the events of one topic into notices. Runs once per event, in one transaction with their delivery, without
 * row-level security.
 */
export type Notifier = {
  topic: string
  collectNotices(platform: Platform, db: Db, event: PublishedEvent): Promise<Notice[]>
  /**
   * Called when a person without an account has unsubscribed from mail about one record: removes them from the record.
   */
  leave?(platform: Platform, db: Db, who: { companyId: string; subjectId: string; email: string }): Promise<void>
}
