// Notifications about bought automations, answered questions and undone orders.
import { brand } from '../../../../brand.config.ts'
import type { Role } from '../../../contract/base.ts'
import { formatCents } from '../../../contract/plain/money.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Notice, Notifier, PublishedEvent } from '../../platform/events/notifiers.ts'
import type { Block } from '../../platform/mail/mail-blocks.ts'
import type { Platform } from '../../platform/platform.ts'

/**
 * Returns the ids of active users with one of these roles: of a company, or of the provider when `companyId` is null.
 */
export async function peopleWithRoles(db: Db, roles: Role[], companyId: string | null): Promise<string[]> {
  let query = db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .select('p.id')
    .where('p.deactivated_at', 'is', null)
    .where((e) =>
      e.or([
        e('r.role', 'in', roles),
        // Without an assigned role, staff are engineers and partners' users are members.
        ...(roles.includes(companyId === null ? 'engineer' : 'member') ? [e('r.role', 'is', null)] : []),
      ]),
    )
    .orderBy('p.id')
  query = companyId === null ? query.where('c.is_internal', '=', true) : query.where('p.company_id', '=', companyId)
  return (await query.execute()).map((p) => p.id)
}

const factsOf = (db: Db, companyId: string, id: string) =>
  db
    .selectFrom('installations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .leftJoin('shared_orders as o', (j) =>
      j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'),
    )
    .select(['i.id', 'i.name', 'i.order_id', 'i.intake', 'i.price_model', 'i.price_cents', 'c.name as company'])
    .select(['o.number', 'o.total_cents', 'o.method'])
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', id)
    .executeTakeFirst()

type NoticeContent = {
  kind: Notice['kind']
  title: string
  body: string
  path: string
  blocks?: Block[]
  button: string
}
const to = ({ env }: Platform, event: PublishedEvent, ids: string[], content: NoticeContent): Notice[] =>
  ids
    .filter((id) => id !== event.actorId || content.kind === 'automation_bought')
    .map((userId) => ({
      to: { userId },
      kind: content.kind,
      title: content.title,
      body: content.body,
      path: content.path,
      mail: {
        id: '',
        subject: `${content.title} · ${brand.shortName}`,
        blocks: [
          ...(content.blocks ?? (content.body ? [content.body] : [])),
          { button: content.button, href: new URL(content.path, env.publicUrl).href },
        ],
      },
    }))

async function collectNotices(platform: Platform, db: Db, event: PublishedEvent): Promise<Notice[]> {
  if (!['installed', 'answered', 'order_undone'].includes(event.kind)) return []
  const i = await factsOf(db, event.companyId, event.subjectId)
  if (!i) return []
  const staffPath = `/apps-automations/${i.id}`
  switch (event.kind) {
    case 'installed': {
      // Automations that staff added were not bought.
      if (!i.order_id) return []
      const questions = (i.intake as unknown[]).length
      const price = i.price_cents === null ? '' : formatCents(i.price_cents)
      const facts: Block = {
        facts: [
          ['Automation', i.name],
          ['Price', i.price_model === 'monthly' ? `${price} a month` : price],
          ...(i.number === null ? [] : ([['Order', String(i.number)]] as [string, string][])),
        ],
      }
      const next =
        questions === 0
          ? 'Our engineers are setting it up. Follow the progress in its ticket.'
          : `Answer ${questions === 1 ? 'one question' : `${questions} questions`}, and our engineers will set it up.`
      return [
        ...to(platform, event, await peopleWithRoles(db, ['owner'], event.companyId), {
          kind: 'automation_bought',
          title: `Order placed: ${i.name}`,
          body: next,
          path: `/marketplace/purchase-complete?purchase=${i.order_id}`,
          blocks: [`Your company ordered ${i.name}. ${next}`, facts],
          button: questions === 0 ? 'View progress' : 'Answer the questions',
        }),
        ...to(platform, event, await peopleWithRoles(db, ['admin', 'engineer'], null), {
          kind: 'automation_bought',
          title: `${i.company} bought ${i.name}`,
          body: questions === 0 ? '' : 'Setup starts after an owner of the company answers the setup questions.',
          path: staffPath,
          blocks: [`${i.company} bought ${i.name}.`, facts],
          button: 'View automation',
        }),
      ]
    }
    case 'answered': {
      // An automation that was already live has no setup ticket.
      const ticket = typeof event.data.ticketId === 'string' ? event.data.ticketId : undefined
      return to(platform, event, await peopleWithRoles(db, ['engineer', 'admin'], null), {
        kind: 'automation_answered',
        title: ticket
          ? `${i.company} answered the setup questions: ${i.name} is ready for setup`
          : `${i.company} answered the setup questions for ${i.name}`,
        body: ticket
          ? `The answers are in ticket T-${event.data.ticket}.`
          : 'The answers are in the automation’s settings.',
        path: ticket ? `/admin/tickets/${ticket}` : `${staffPath}?tab=settings`,
        button: ticket ? 'View ticket' : 'View answers',
      })
    }
    default:
      return to(platform, event, await peopleWithRoles(db, ['admin'], null), {
        kind: 'automation_undone',
        title: `${i.company}: the order for ${i.name} was canceled or refunded`,
        body: 'The automation was already live and is not retired. Ask the partner whether to retire it.',
        path: staffPath,
        button: 'View automation',
      })
  }
}

/** Sends notifications about bought automations, answered questions and undone orders. */
export const setupNotifier: Notifier = { topic: 'automation', collectNotices }
