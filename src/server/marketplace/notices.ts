// Notifications to owners when a user who may not buy asks for an automation.
import { brand } from '../../../brand.config.ts'
import { formatCents } from '../../contract/plain/money.ts'
import type { Db } from '../platform/database/db.ts'
import type { Notice, Notifier, PublishedEvent } from '../platform/events/notifiers.ts'
import type { Platform } from '../platform/platform.ts'

async function collectNotices({ env }: Platform, db: Db, event: PublishedEvent): Promise<Notice[]> {
  if (event.kind !== 'wanted') return []
  const product = await db
    .selectFrom('products')
    .select(['slug', 'name', 'promise', 'price_model', 'price_cents'])
    .where('id', '=', event.subjectId)
    .where('status', '=', 'published')
    .executeTakeFirst()
  if (!product) return []
  const asker = event.actorId
    ? await db.selectFrom('profiles').select('full_name').where('id', '=', event.actorId).executeTakeFirst()
    : undefined
  const owners = await db
    .selectFrom('profiles as p')
    .innerJoin('user_roles as r', 'r.user_id', 'p.id')
    .select('p.id')
    .where('p.company_id', '=', event.companyId)
    .where('r.role', '=', 'owner')
    .where('p.deactivated_at', 'is', null)
    .orderBy('p.id')
    .execute()
  const who = asker?.full_name ?? 'Someone at your company'
  const path = `/marketplace/${product.slug}/buy`
  const price = product.price_cents === null ? '' : formatCents(product.price_cents)
  return owners.map(({ id }) => ({
    to: { userId: id },
    kind: 'automation_wanted' as const,
    title: `${who} asked for ${product.name}`,
    body: product.promise,
    path,
    mail: {
      id: '',
      subject: `${who} asked for ${product.name} · ${brand.shortName}`,
      blocks: [
        `${who} would like your company to buy ${product.name}. Only owners can do this.`,
        product.promise,
        { facts: [['Price', product.price_model === 'monthly' ? `${price} a month` : price]] },
        { button: 'View automation', href: new URL(path, env.publicUrl).href },
      ],
    },
  }))
}

/** Notifies owners of the automations that their users ask for. */
export const marketplaceNotifier: Notifier = { topic: 'product', collectNotices }
