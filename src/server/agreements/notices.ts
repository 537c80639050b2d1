// Notifications about agreements: who gets them, and what they say.

import { formatLongDay } from '../../contract/plain/dates.ts'
import type { Db } from '../platform/database/db.ts'
import type { Notice, Notifier, PublishedEvent } from '../platform/events/notifiers.ts'
import type { Block } from '../platform/mail/mail-blocks.ts'
import type { Platform } from '../platform/platform.ts'
import { agreementRef } from './present.ts'

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>
const factsOf = (db: Db, id: string) =>
  db
    .selectFrom('agreements as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .select(['a.id', 'a.company_id', 'a.number', 'a.name', 'a.created_by', 'a.cancel_reason', 'c.name as company'])
    .where('a.id', '=', id)
    .executeTakeFirst()

/** Returns the active users with this role, of one company or of all. */
const withRole = async (db: Db, role: 'owner' | 'admin', companyId?: string): Promise<string[]> => {
  let query = db
    .selectFrom('user_roles as r')
    .innerJoin('profiles as p', 'p.id', 'r.user_id')
    .select('p.id')
    .where('r.role', '=', role)
    .where('p.deactivated_at', 'is', null)
  if (companyId) query = query.where('p.company_id', '=', companyId)
  return (await query.execute()).map((p) => p.id)
}

const nameOf = async (db: Db, id: string | null) =>
  id
    ? ((await db.selectFrom('profiles').select('full_name').where('id', '=', id).executeTakeFirst())?.full_name ??
      'Someone')
    : 'Someone'

type NoticeContent = { kind: Notice['kind']; title: string; body: string; lead: string; more?: Block[]; button: string }

function notices(
  platform: Platform,
  event: PublishedEvent,
  a: Facts,
  people: string[],
  staff: boolean,
  content: NoticeContent,
): Notice[] {
  const path = `${staff ? '/agreements' : '/my-agreements'}/${a.id}`
  return [...new Set(people)]
    .filter((id) => id !== event.actorId)
    .map((userId) => ({
      to: { userId },
      kind: content.kind,
      title: content.title,
      body: content.body,
      path,
      mail: {
        id: '',
        subject: `[${agreementRef(a.number)}] ${content.title}`,
        blocks: [
          content.lead,
          ...(content.more ?? []),
          { button: content.button, href: new URL(path, platform.env.publicUrl).href },
        ],
        foot: `You’re receiving this because of agreement ${agreementRef(a.number)}.`,
      },
    }))
}

async function collectNotices(platform: Platform, db: Db, event: PublishedEvent): Promise<Notice[]> {
  // The notification about the purchase covers this.
  if (event.data.purchase === true) return []
  const a = await factsOf(db, event.subjectId)
  if (!a) return []
  const text = (key: string) => (typeof event.data[key] === 'string' ? (event.data[key] as string) : '')
  const day = (key: string) => (/^\d{4}-\d\d-\d\d$/.test(text(key)) ? formatLongDay(text(key)) : '')
  const amendment = event.data.amendment === true
  const what = amendment ? `the amendment to “${a.name}”` : `“${a.name}”`
  const owners = () => withRole(db, 'owner', a.company_id)
  // The person who sent the last text, and the administrators.
  const inCharge = async () => {
    const sent = await db
      .selectFrom('agreement_revisions')
      .select('sent_by')
      .where('company_id', '=', a.company_id)
      .where('agreement_id', '=', a.id)
      .where('sent_by', 'is not', null)
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst()
    return [...(sent?.sent_by ? [sent.sent_by] : []), ...(await withRole(db, 'admin'))]
  }
  const toOwners = async (content: NoticeContent) => notices(platform, event, a, await owners(), false, content)
  const toStaff = async (content: NoticeContent) => notices(platform, event, a, await inCharge(), true, content)

  switch (event.kind) {
    case 'sent': {
      const revision = await db
        .selectFrom('agreement_revisions')
        .select('summary')
        .where('company_id', '=', a.company_id)
        .where('id', '=', text('revisionId'))
        .executeTakeFirst()
      const by = await nameOf(db, event.actorId)
      return toOwners({
        kind: 'agreement_to_sign',
        title: `${amendment ? 'Amendment' : 'Agreement'} to sign: ${a.name}`,
        body: revision?.summary ?? `${by} sent it to you. Read it, then sign it or request changes.`,
        lead: `${by} sent you ${what} to sign. Read it in the portal, then sign it or request changes.`,
        ...(revision?.summary ? { more: [{ markdown: revision.summary }] } : {}),
        button: 'Review and sign',
      })
    }
    case 'signed': {
      const by = text('name') || (await nameOf(db, event.actorId))
      return [
        ...(await toStaff({
          kind: 'agreement_answered',
          title: `${a.company} signed ${amendment ? 'an amendment to ' : ''}${a.name}`,
          body: `${by} signed revision ${event.data.revision}.`,
          lead: `${by} of ${a.company} signed ${what}.`,
          button: `View ${agreementRef(a.number)}`,
        })),
        ...(await toOwners({
          kind: 'agreement_changed',
          title: `Signed: ${a.name}`,
          body: `${by} signed it.`,
          lead: `${by} signed ${what} for ${a.company}. The signed text and the signature record are in the portal.`,
          button: 'View agreement',
        })),
      ]
    }
    case 'returned': {
      const by = await nameOf(db, event.actorId)
      return toStaff({
        kind: 'agreement_answered',
        title: `${a.company} requested changes: ${a.name}`,
        body: text('comment').slice(0, 300),
        lead: `${by} of ${a.company} requested changes to ${what}:`,
        more: [{ markdown: text('comment') }],
        button: `View ${agreementRef(a.number)}`,
      })
    }
    case 'withdrawn':
      return toOwners({
        kind: 'agreement_changed',
        title: `Recalled: ${a.name}`,
        body: 'It no longer needs your signature.',
        lead: `We recalled ${what}. It no longer needs your signature. We’ll send you a new version when it’s ready.`,
        button: 'View your agreements',
      }).then((all) => (amendment ? all : all.map((n) => atList(platform, n))))
    case 'activated':
      return toOwners({
        kind: 'agreement_changed',
        title: `Now active: ${a.name}`,
        body: '',
        lead: `Agreement ${agreementRef(a.number)}, ${what}, is active as of today.`,
        button: 'View agreement',
      })
    case 'cancelled': {
      const last = day('lastDay')
      const words = last ? `Its last day is ${last}.` : 'It has ended.'
      return toOwners({
        kind: 'agreement_changed',
        title: `Canceled: ${a.name}`,
        body: `${words} ${a.cancel_reason ?? ''}`.trim(),
        lead: `Agreement ${agreementRef(a.number)}, ${what}, was canceled. ${words}`,
        ...(a.cancel_reason ? { more: [{ facts: [['Reason', a.cancel_reason]] }] } : {}),
        button: 'View agreement',
      })
    }
    case 'renewed':
      return toOwners({
        kind: 'agreement_changed',
        title: `Renewed: ${a.name}`,
        body: `It now runs through ${day('on')}.`,
        lead: `Agreement ${agreementRef(a.number)}, ${what}, was renewed. It now runs through ${day('on')}.`,
        button: 'View agreement',
      })
    case 'expired':
      return [
        ...(await toOwners({
          kind: 'agreement_changed',
          title: `Ended: ${a.name}`,
          body: `Its last day was ${day('on')}.`,
          lead: `Agreement ${agreementRef(a.number)}, ${what}, has ended. Its last day was ${day('on')}.`,
          button: 'View agreement',
        })),
        ...(await toStaff({
          kind: 'agreement_ending',
          title: `Ended: ${a.name} (${a.company})`,
          body: `Its last day was ${day('on')}.`,
          lead: `Agreement ${agreementRef(a.number)} with ${a.company}, ${what}, has ended.`,
          button: `View ${agreementRef(a.number)}`,
        })),
      ]
    case 'ending': {
      const renews = event.data.renews === true
      const months = event.data.months === 1 ? '1 month' : `${event.data.months} months`
      const words = renews
        ? `It renews for ${months} unless either side gives notice by ${day('until')}.`
        : `Its last day is ${day('on')}. It doesn’t renew automatically.`
      const title = `${renews ? 'Renews soon' : 'Ends soon'}: ${a.name}`
      return [
        ...(await toOwners({
          kind: 'agreement_ending',
          title,
          body: words,
          lead: `Agreement ${agreementRef(a.number)}, ${what}, runs through ${day('on')}. ${words}`,
          button: 'View agreement',
        })),
        ...(await toStaff({
          kind: 'agreement_ending',
          title: `${title} (${a.company})`,
          body: words,
          lead: `Agreement ${agreementRef(a.number)} with ${a.company}, ${what}, runs through ${day('on')}. ${words}`,
          button: `View ${agreementRef(a.number)}`,
        })),
      ]
    }
  }
  return []
}

/**
 * Links the notification to the list, because partners cannot see an agreement that was recalled before its first
 * signature.
 */
const atList = (platform: Platform, n: Notice): Notice => ({
  ...n,
  path: '/my-agreements',
  ...(n.mail
    ? {
        mail: {
          ...n.mail,
          blocks: n.mail.blocks.map((b) =>
            typeof b === 'object' && 'button' in b
              ? { ...b, href: new URL('/my-agreements', platform.env.publicUrl).href }
              : b,
          ),
        },
      }
    : {}),
})

/** Notifies owners and staff about agreements. */
export const agreementNotifier: Notifier = { topic: 'agreement', collectNotices }
