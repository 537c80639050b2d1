import { type Insertable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { brand } from '../../../brand.config.ts'
import type { Db } from '../platform/database/db.ts'
import type { Notifications } from '../platform/database/db.types.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Notice, PublishedEvent } from '../platform/events/notifiers.ts'
import { publishAll } from '../platform/events/publish.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { type Outgoing, queueMails } from '../platform/mail/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import { type Choice, defaultChannels, roleOf, WORDS } from './policy.ts'
import { listHeaders, unsubscribeLink } from './unsubscribe.ts'

const cut = (text: string, length: number) => {
  const one = text.toWellFormed().trim()
  return one.length > length ? `${one.slice(0, length - 1).toWellFormed()}…` : one
}
type ToUser = Notice & { to: { userId: string } }
type ToAddress = Notice & { to: { email: string; name: string } }

/** Returns the active users among these ids, one row per stored preference. */
const listRecipients = prepared((db, { ids }: { ids: string[] }) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .leftJoin('notification_preferences as n', 'n.user_id', 'p.id')
    .select(['p.id', 'p.company_id', 'p.email', 'c.is_internal', 'r.role', 'n.kind', 'n.bell', 'n.mail'])
    .where('p.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('p.deactivated_at', 'is', null),
)
const columns = [
  'company_id',
  'id',
  'user_id',
  'event_id',
  'kind',
  'title',
  'body',
  'path',
  'subject_id',
  'shown',
  'digest',
] as const
type Row = Pick<Insertable<Notifications>, (typeof columns)[number]>
const insertNotifications = prepared((db, { rows }: { rows: string }) =>
  db
    .insertInto('notifications')
    .columns(columns)
    .expression((e) =>
      e.selectFrom(sql<Notifications>`json_populate_recordset(null::notifications, ${rows})`.as('n')).select(columns),
    ),
)

/** Returns the mail for a notice, with a link to unsubscribe from its kind. */
function mailOf(
  { env }: Platform,
  event: PublishedEvent,
  notice: Notice,
  to: string,
  stop: string,
  words: string,
): Mail {
  const href = new URL(notice.path, env.publicUrl).href
  const own = notice.mail ?? {
    id: '',
    subject: `${cut(notice.title, 200)} · ${brand.shortName}`,
    blocks: [...(notice.body ? [notice.body] : []), { button: 'Open in the portal', href }],
  }
  return {
    ...own,
    // The id is the same for each attempt, so that a person gets one mail per event.
    id: `notice ${event.id} ${to}`,
    to,
    blocks: [...own.blocks, { title: 'Not useful?', links: [[words, stop]] }],
    headers: { ...own.headers, ...listHeaders(stop) },
  }
}

/**
 * Notifies the people that an event concerns, in the way each of them has chosen: in the portal, by mail immediately,
 * or in the daily mail. Partners never get a notice of an event for staff, whatever the notifier says. Runs in the
 * transaction of the event reader.
 */
export async function deliverEvent(platform: Platform, db: Db, event: PublishedEvent): Promise<void> {
  const notices: Notice[] = []
  for (const notifier of platform.notifiers)
    if (notifier.topic === event.topic) notices.push(...(await notifier.collectNotices(platform, db, event)))
  const toUsers = notices.filter((n): n is ToUser => 'userId' in n.to)
  const toAddresses = notices.filter((n): n is ToAddress => 'email' in n.to)

  const found =
    toUsers.length > 0 ? await listRecipients(db, { ids: [...new Set(toUsers.map((n) => n.to.userId))] }) : []
  const addressed = new Set<string>()
  const rows: Row[] = []
  const hear = new Map<string, string>()
  const mails: Outgoing[] = []
  for (const userId of new Set(toUsers.map((n) => n.to.userId))) {
    const own = found.filter((row) => row.id === userId)
    const [person] = own
    if (!person) continue
    // Checked again here in case a notifier is wrong: an event for staff goes only to staff, and an event of a company
    // only to that company and staff.
    if (!person.is_internal && (event.staffOnly || person.company_id !== event.companyId)) continue
    addressed.add(person.email.toLowerCase())
    const seen = new Set<string>()
    const wanted = toUsers
      .filter((n) => n.to.userId === userId && !seen.has(n.kind) && seen.add(n.kind))
      .flatMap((notice) => {
        const by = defaultChannels(roleOf(person.role, person.is_internal), notice.kind)
        const chosen = own.find((row) => row.kind === notice.kind)
        const choice = chosen ? { bell: chosen.bell as boolean, mail: chosen.mail as Choice['mail'] } : by
        return by && choice ? [{ notice, choice }] : []
      })
    // At most one mail per event: for the first kind that this person wants immediately.
    const now = wanted.find(({ choice }) => choice.mail === 'now')
    if (now) {
      const stop = unsubscribeLink(platform.env, { u: userId, k: now.notice.kind })
      const words = `Stop emails about ${WORDS[now.notice.kind]}`
      const mail = mailOf(platform, event, now.notice, person.email, stop, words)
      mails.push({ companyId: person.company_id, mail })
    }
    for (const { notice, choice } of wanted) {
      const digest = choice.mail === 'digest' && !now
      if (!choice.bell && !digest) continue
      if (choice.bell) hear.set(userId, person.company_id)
      rows.push({
        company_id: person.company_id,
        id: uuid(),
        user_id: userId,
        event_id: event.id,
        kind: notice.kind,
        title: cut(notice.title, 200),
        body: cut(notice.body, 500),
        path: notice.path,
        subject_id: event.subjectId,
        shown: choice.bell,
        digest,
      })
    }
  }
  if (rows.length > 0) await insertNotifications(db, { rows: JSON.stringify(rows) })
  await publishAll(
    db,
    [...hear].map(([userId, companyId]) => ({
      companyId,
      topic: 'notification',
      kind: 'new',
      subjectId: event.subjectId,
      userId,
    })),
  )
  if (!event.staffOnly && toAddresses.length > 0)
    mails.push(...(await mailsToAddresses(platform, db, event, toAddresses, addressed)))
  if (mails.length > 0) await queueMails(platform, db, mails)
}

/** Returns the mails to people without an account, except those who refused them. Adds the addresses to `addressed`. */
async function mailsToAddresses(
  platform: Platform,
  db: Db,
  event: PublishedEvent,
  notices: ToAddress[],
  addressed: Set<string>,
): Promise<Outgoing[]> {
  const refused = await db
    .selectFrom('mail_refusals')
    .select('email')
    .where('company_id', '=', event.companyId)
    .where('topic', '=', event.topic)
    .where('subject_id', '=', event.subjectId)
    .execute()
  for (const { email } of refused) addressed.add(email)
  const mails: Outgoing[] = []
  for (const notice of notices) {
    const email = notice.to.email.trim().toLowerCase()
    if (addressed.has(email)) continue
    addressed.add(email)
    const stop = unsubscribeLink(platform.env, { c: event.companyId, t: event.topic, s: event.subjectId, e: email })
    const mail = mailOf(platform, event, notice, notice.to.email.trim(), stop, 'Stop emails about this ticket')
    mails.push({ companyId: event.companyId, mail, outward: true })
  }
  return mails
}
