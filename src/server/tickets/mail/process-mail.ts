// Processes one stored mail: who sent it, which ticket it belongs to, and what happens with it.

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { brand } from '../../../../brand.config.ts'
import { keepBounces } from '../../contacts/index.ts'
import { type Db, systemOf } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/publish.ts'
import { NotStored } from '../../platform/files/storage.ts'
import { type ReadMail, readMail, readMailFlat, UnreadableMail } from '../../platform/mail/read-mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { makeTurns } from '../../platform/turns.ts'
import { lockTargetRow } from '../queries.ts'
import { loopMark, messageIdOf, readMessageId, type Who } from './mail-address.ts'
import { literal, loaderOf } from './mail-content.ts'
import { authenticationResult, automaticSign, HOPS_MAX, isReport } from './mail-kind.ts'
import { held, type Outcome, recorded, refused } from './mail-outcome.ts'
import { findTicketOfMail, targetTicket, ticketBy, userAt } from './place-mail.ts'
import { isDesk, isOurs, type MailJob, PROCESS_MAIL } from './receive-mail.ts'
import { addToMatchedTicket, type Kept, minutesAgo, openFromMail } from './write-mail.ts'

/** The most mails from one address in this period. */
const MAILS_PER_SENDER = { most: 30, minutes: 10 }

/** At most two mails are processed at the same time, because each is in memory with its files until they are stored. */
const inTurn = makeTurns(2)

/** Processes one mail. Does nothing for a mail that was processed before. */
export const processMail = (platform: Platform, { mailId }: MailJob): Promise<void> =>
  inTurn(() => processStored(platform, mailId))

async function processStored(platform: Platform, mailId: string): Promise<void> {
  const row = await platform.db.system
    .selectFrom('inbound_mails')
    .select(['id', 'company_id', 'envelope_from', 'door', 'recipients', 'size'])
    .where('id', '=', mailId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!row) return
  const load = loaderOf(platform.storage, row)
  let mail: ReadMail
  try {
    mail = await readMail(load)
  } catch (e) {
    if (e instanceof NotStored)
      return settle(platform, row.id, held('lost', { detail: 'The email is no longer stored.' }))
    if (!(e instanceof UnreadableMail)) throw e
    const flat = await readMailFlat(load).catch((second: unknown) => {
      if (!(second instanceof UnreadableMail)) throw second
    })
    if (flat) await keepSummary(platform, row.id, flat)
    return settle(platform, row.id, held('unreadable', { detail: e.message }))
  }
  await keepSummary(platform, row.id, mail)
  const outcome = await decide(platform, row, mail)
  // The next attempt reads the mail again. Keeping it in memory with its files for up to ten minutes would cost more,
  // and it would be lost with the process.
  if (outcome === 'later')
    await platform.jobs.send<MailJob>(
      platform.db.system,
      PROCESS_MAIL,
      { companyId: row.company_id, mailId },
      { after: 5 },
    )
  else await settle(platform, row.id, outcome)
}

/** Stores what a list of mails shows about one. */
async function keepSummary({ db }: Platform, id: string, mail: ReadMail): Promise<void> {
  await db.system
    .updateTable('inbound_mails')
    .set({
      mail_id: mail.messageId ?? null,
      sender: mail.from?.address ?? null,
      sender_name: mail.from?.name.slice(0, 200) || null,
      subject: mail.subject,
      quiet: automaticSign(mail, mail.text) !== undefined,
      excerpt: ((mail.format === 'plain' && (mail.newText || mail.first.newText)) || mail.text)
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 400)
        .toWellFormed(),
    })
    .where('id', '=', id)
    .execute()
}

async function settle({ db }: Platform, id: string, outcome: Outcome): Promise<void> {
  await db.system
    .updateTable('inbound_mails')
    .set({
      state: outcome.state,
      reason: outcome.reason ?? null,
      detail: outcome.detail?.slice(0, 1000) ?? null,
      ...(outcome.ticket ? { ticket_id: outcome.ticket.id, company_id: outcome.ticket.company_id } : {}),
      message_id: outcome.messageId ?? null,
      sender_id: outcome.senderId ?? null,
      settled_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Handles a mail and returns the outcome. Returns 'later', with nothing done, while a mail that it answers is still
 * being processed.
 */
async function decide(platform: Platform, row: Kept, mail: ReadMail): Promise<Outcome | 'later'> {
  const { env } = platform
  const domain = env.inbound?.domain ?? ''
  // ---- sent by a program
  if (mail.report || isReport(mail) || (row.door === 'smtp' && row.envelope_from === '')) return bounced(platform, mail)
  const returned = mail.headers['return-path']?.[0]?.trim()
  if (returned === '<>') return bounced(platform, mail)
  if ((mail.headers['x-loop'] ?? []).some((v) => v.trim() === loopMark(env)))
    return recorded('loop', { detail: 'This is one of our own emails.' })
  if (mail.messageId && readMessageId(env, mail.messageId))
    return recorded('loop', { detail: 'This is one of our own emails.' })
  if ((mail.headers.received?.length ?? 0) > HOPS_MAX)
    return recorded('loop', { detail: `It passed through more than ${HOPS_MAX} servers.` })
  const automatic = automaticSign(mail, mail.text)
  if (automatic?.sure === 'yes') return recorded('automatic', { detail: automatic.sign })

  // ---- the sender
  if (!mail.from) return refused('no_sender')
  const { address } = mail.from
  const user = await userAt(platform, address)
  const senderId = user ? { senderId: user.id } : {}
  if (env.inbound?.authServer && !authenticationResult(mail, env.inbound.authServer, address))
    return held('not_authenticated', { detail: `${env.inbound.authServer} did not confirm the sender.`, ...senderId })
  const { sent } = await platform.db.system
    .selectFrom('inbound_mails')
    .select((e) => e.fn.countAll<number>().as('sent'))
    .where('sender', '=', address)
    // Anyone can forge the address of those.
    .where('reason', 'is distinct from', 'not_authenticated')
    .where('received_at', '>', minutesAgo(MAILS_PER_SENDER.minutes))
    .executeTakeFirstOrThrow()
  if (sent > MAILS_PER_SENDER.most)
    return held('too_many', {
      detail: `More than ${MAILS_PER_SENDER.most} emails from this address in ${MAILS_PER_SENDER.minutes} minutes.`,
      ...senderId,
    })
  if (user?.deactivated_at) return refused('deactivated', senderId)
  if (user && automatic?.sure === 'maybe')
    return held('maybe_automatic', { detail: `Sign of an automatic email: ${automatic.sign}`, ...senderId })

  // ---- the ticket
  const to = [...new Set([...row.recipients, ...mail.to])]
  const place = await findTicketOfMail(platform, to, mail, user)
  if (place && 'state' in place) return { ...place, ...senderId }
  // Partners trust a reply by staff, and anyone can forge a sender address. So more than the address is required.
  if (place && user?.is_internal && !place.own && !env.inbound?.authServer)
    return held('not_authenticated', {
      detail: 'It isn’t a reply to an email we sent this person, and no server confirmed the sender.',
      ticket: place.ticket,
      ...senderId,
    })
  // Mail with files is exempt, because people send several photos without any text.
  const worded = mail.files.length === 0 && (place !== undefined || NUMBERED.test(`${mail.subject} ${mail.text}`))
  if (worded && (await isRepeated(platform, row.id, address)))
    return held('repeated', {
      detail: `More than ${REPEATS.most} emails with the same text in ${REPEATS.minutes} minutes, as when two programs answer each other.`,
      ...(place ? { ticket: place.ticket } : {}),
      ...senderId,
    })
  if (place) return addToMatchedTicket(platform, row, mail, user, place)
  const ours = to.filter((a) => isOurs(env, a))
  if (!ours.some((a) => isDesk(env, a)))
    return refused('no_such_address', { detail: to.filter((a) => a.endsWith(`@${domain}`)).join(', '), ...senderId })
  if (!user) return refused('unknown_sender')
  if (user.is_internal) return held('from_staff', senderId)
  if (await answersWaiting(platform, row.id, mail.references)) return 'later'
  return openFromMail(platform, row, mail, user)
}

/** How long a mail waits for the one that it answers. After that it opens a ticket of its own. */
const WAITS_MINUTES = 10

/**
 * Returns whether a mail that this one answers arrived before it and is still being processed: two people may reply to
 * all within a second of each other. Only an earlier mail counts, so that no two wait for each other.
 */
async function answersWaiting({ db }: Platform, mailId: string, references: string[]): Promise<boolean> {
  if (references.length === 0) return false
  const earlier = await db.system
    .selectFrom('inbound_mails')
    .select('id')
    .where('mail_id', 'in', references)
    .where('state', '=', 'waiting')
    .where('id', '<', mailId)
    .where('received_at', '>', minutesAgo(WAITS_MINUTES))
    .executeTakeFirst()
  return earlier !== undefined
}

/** A mail with the number of a ticket may be the answer of another program to a mail of ours. */
const NUMBERED = /\bT-\d{4,15}\b/

/** Mails with the same text from one address in this period. More of them are held, because they may be a loop. */
const REPEATS = { most: 3, minutes: 60 }

/** Returns whether an address has sent this text, apart from numbers, more often than people do. */
async function isRepeated({ db }: Platform, mailId: string, address: string): Promise<boolean> {
  const letters = (of: string) =>
    sql`regexp_replace(lower(coalesce(${sql.ref(`${of}.subject`)}, '') || coalesce(${sql.ref(`${of}.excerpt`)}, '')), '[^[:alpha:]]+|\\mre:', '', 'g')`
  const { before } = await db.system
    .selectFrom('inbound_mails as m')
    .innerJoin('inbound_mails as now', (j) => j.on('now.id', '=', mailId))
    .select((e) => e.fn.countAll<number>().as('before'))
    .where('m.sender', '=', address)
    .where('m.id', '<>', mailId)
    .where('m.received_at', '>', minutesAgo(REPEATS.minutes))
    .where(sql<boolean>`${letters('m')} = ${letters('now')}`)
    .executeTakeFirstOrThrow()
  return before >= REPEATS.most
}

/** Handles a bounce: marks the address as undeliverable, and adds a note to the ticket. */
async function bounced(platform: Platform, mail: ReadMail): Promise<Outcome> {
  const { env, db } = platform
  const failed = (mail.report?.recipients ?? []).filter((r) => r.action === 'failed' || /^5\./.test(r.status))
  const detail = failed.map((r) => `${r.address}: ${r.status} ${r.detail}`.trim()).join('\n')
  const found = mail.report?.originalId ? readMessageId(env, mail.report.originalId) : undefined
  const original = found ? await ticketBy(db.system).where('id', '=', found.ticketId).executeTakeFirst() : undefined
  const about = {
    detail: detail || mail.subject,
    ...(original ? { ticket: await targetTicket(platform, original) } : {}),
  }
  if (failed.length === 0) return recorded('report', about)
  // Anyone can forge a delivery report: it counts only for a mail that we did send to this address.
  if (!original || !found) return recorded('bounce', about)
  const genuine: typeof failed = []
  for (const r of failed) {
    const user = await userAt(platform, r.address)
    const who: Who[] = [...(user ? [{ userId: user.id }] : []), { email: r.address }]
    const part = /^<?(?:reply|note)\.[0-9a-f]{32}\.([0-9a-z]+)\./.exec(mail.report?.originalId ?? '')?.[1] ?? ''
    if (who.some((w) => messageIdOf(env, found.lane, original.id, part, w) === mail.report?.originalId)) genuine.push(r)
  }
  if (genuine.length === 0) return recorded('bounce', about)
  const actor = systemOf(original.company_id)
  await db.system.transaction().execute(async (tx) => {
    const forGood = genuine.filter((g) => /^5\./.test(g.status))
    if (forGood.length === 0) return
    // Ten bounces of the same address need only one note.
    const marked = await keepBounces(tx as Db, original.company_id, forGood)
    if (!marked) return
    const ticket = await lockTargetRow(tx as Db, original.id)
    if (!ticket) return
    const id = uuid()
    await tx
      .insertInto('messages')
      .values({
        company_id: original.company_id,
        id,
        ticket_id: ticket.id,
        kind: 'note',
        author_kind: 'system',
        author_name: brand.shortName,
        body: `Email about this ticket couldn’t be delivered to these addresses:\n\n${genuine.map((r) => `- ${literal(r.address)}: ${literal(`${r.status} ${r.detail}`)}`).join('\n')}`,
      })
      .execute()
    await publish(tx as Db, actor, {
      companyId: original.company_id,
      topic: 'ticket',
      kind: 'note',
      subjectId: ticket.id,
      staffOnly: true,
      data: { messageId: id },
    })
  })
  return recorded('bounce', about)
}
