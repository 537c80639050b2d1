// Whom something that happened to an agreement concerns, and in which words they are told.
import type { Db } from '../platform/db.ts'
import type { Block } from '../platform/mail.ts'
import type { HappenedEvent, Notice, Teller } from '../platform/notices.ts'
import type { Platform } from '../platform/platform.ts'
import { showDay } from '../platform/words.ts'
import { ref } from './present.ts'

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>
const factsOf = (db: Db, id: string) =>
  db
    .selectFrom('agreements as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .select(['a.id', 'a.company_id', 'a.number', 'a.name', 'a.created_by', 'a.cancel_reason', 'c.name as company'])
    .where('a.id', '=', id)
    .executeTakeFirst()

/** People who can sign in, with one of these roles. */
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
      'Somebody')
    : 'Somebody'

type Told = { kind: Notice['kind']; title: string; body: string; lead: string; more?: Block[]; button: string }

function notices(
  platform: Platform,
  event: HappenedEvent,
  a: Facts,
  people: string[],
  staff: boolean,
  told: Told,
): Notice[] {
  const path = `${staff ? '/agreements' : '/my-agreements'}/${a.id}`
  return [...new Set(people)]
    .filter((id) => id !== event.actorId)
    .map((userId) => ({
      to: { userId },
      kind: told.kind,
      title: told.title,
      body: told.body,
      path,
      mail: {
        id: '',
        subject: `[${ref(a.number)}] ${told.title}`,
        blocks: [
          told.lead,
          ...(told.more ?? []),
          { button: told.button, href: new URL(path, platform.env.publicUrl).href },
        ],
        foot: `You get this because of agreement ${ref(a.number)}.`,
      },
    }))
}

async function tell(platform: Platform, db: Db, event: HappenedEvent): Promise<Notice[]> {
  // Bought: whoever sold it tells of it.
  if (event.data.purchase === true) return []
  const a = await factsOf(db, event.subjectId)
  if (!a) return []
  const text = (key: string) => (typeof event.data[key] === 'string' ? (event.data[key] as string) : '')
  const day = (key: string) => (/^\d{4}-\d\d-\d\d$/.test(text(key)) ? showDay(text(key)) : '')
  const amendment = event.data.amendment === true
  const what = amendment ? `the amendment of “${a.name}”` : `“${a.name}”`
  const owners = () => withRole(db, 'owner', a.company_id)
  // Who sent what this is about, and the administrators.
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
  const toOwners = async (told: Told) => notices(platform, event, a, await owners(), false, told)
  const toStaff = async (told: Told) => notices(platform, event, a, await inCharge(), true, told)

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
        body: revision?.summary ?? `${by} sent it to you. Read it, then sign it or ask for changes.`,
        lead: `${by} sent you ${what} to sign. Read it in the portal, then sign it there or ask for changes.`,
        ...(revision?.summary ? { more: [{ markdown: revision.summary }] } : {}),
        button: 'Read and sign',
      })
    }
    case 'signed': {
      const by = text('name') || (await nameOf(db, event.actorId))
      return [
        ...(await toStaff({
          kind: 'agreement_answered',
          title: `${a.company} signed ${amendment ? 'an amendment of ' : ''}${a.name}`,
          body: `${by} signed revision ${event.data.revision}.`,
          lead: `${by} of ${a.company} signed ${what}.`,
          button: `Open ${ref(a.number)}`,
        })),
        ...(await toOwners({
          kind: 'agreement_changed',
          title: `Signed: ${a.name}`,
          body: `${by} signed it.`,
          lead: `${by} signed ${what} for ${a.company}. The signed text and the evidence are in the portal.`,
          button: 'Open the agreement',
        })),
      ]
    }
    case 'returned': {
      const by = await nameOf(db, event.actorId)
      return toStaff({
        kind: 'agreement_answered',
        title: `${a.company} asks for changes: ${a.name}`,
        body: text('comment').slice(0, 300),
        lead: `${by} of ${a.company} asks for changes of ${what}:`,
        more: [{ markdown: text('comment') }],
        button: `Open ${ref(a.number)}`,
      })
    }
    case 'withdrawn':
      return toOwners({
        kind: 'agreement_changed',
        title: `Withdrawn: ${a.name}`,
        body: 'It does not wait for your signature any more.',
        lead: `We took back ${what}. It does not wait for your signature any more; we will send you a new one.`,
        button: 'Open your agreements',
      }).then((all) => (amendment ? all : all.map((n) => atList(platform, n))))
    case 'activated':
      return toOwners({
        kind: 'agreement_changed',
        title: `In force from today: ${a.name}`,
        body: '',
        lead: `Agreement ${ref(a.number)}, ${what}, is in force from today.`,
        button: 'Open the agreement',
      })
    case 'cancelled': {
      const last = day('lastDay')
      const words = last ? `Its last day is ${last}.` : 'It is over.'
      return toOwners({
        kind: 'agreement_changed',
        title: `Cancelled: ${a.name}`,
        body: `${words} ${a.cancel_reason ?? ''}`.trim(),
        lead: `Agreement ${ref(a.number)}, ${what}, was cancelled. ${words}`,
        ...(a.cancel_reason ? { more: [{ facts: [['Reason', a.cancel_reason]] }] } : {}),
        button: 'Open the agreement',
      })
    }
    case 'renewed':
      return toOwners({
        kind: 'agreement_changed',
        title: `Renewed: ${a.name}`,
        body: `It runs through ${day('on')} now.`,
        lead: `Agreement ${ref(a.number)}, ${what}, was renewed. It runs through ${day('on')} now.`,
        button: 'Open the agreement',
      })
    case 'expired':
      return [
        ...(await toOwners({
          kind: 'agreement_changed',
          title: `Ended: ${a.name}`,
          body: `${day('on')} was its last day.`,
          lead: `Agreement ${ref(a.number)}, ${what}, has ended. ${day('on')} was its last day.`,
          button: 'Open the agreement',
        })),
        ...(await toStaff({
          kind: 'agreement_ending',
          title: `Ended: ${a.name} of ${a.company}`,
          body: `${day('on')} was its last day.`,
          lead: `Agreement ${ref(a.number)} of ${a.company}, ${what}, has ended.`,
          button: `Open ${ref(a.number)}`,
        })),
      ]
    case 'ending': {
      const renews = event.data.renews === true
      const words = renews
        ? `It renews for ${event.data.months} months, unless one of us says by ${day('until')} that it shall not.`
        : `Its last day is ${day('on')}. It does not renew by itself.`
      const title = `${renews ? 'Renews soon' : 'Ends soon'}: ${a.name}`
      return [
        ...(await toOwners({
          kind: 'agreement_ending',
          title,
          body: words,
          lead: `Agreement ${ref(a.number)}, ${what}, runs through ${day('on')}. ${words}`,
          button: 'Open the agreement',
        })),
        ...(await toStaff({
          kind: 'agreement_ending',
          title: `${title} of ${a.company}`,
          body: words,
          lead: `Agreement ${ref(a.number)} of ${a.company}, ${what}, runs through ${day('on')}. ${words}`,
          button: `Open ${ref(a.number)}`,
        })),
      ]
    }
  }
  return []
}

/** A partner no longer sees what was taken back before the first signature: the notice leads to the list. */
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

/** Tells owners and staff of what happens to agreements. */
export const agreementTeller: Teller = { topic: 'agreement', tell }
