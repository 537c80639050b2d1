// Who is told when somebody wants an automation and may not buy it.
import { brand } from '../../../brand.config.ts'
import type { Db } from '../platform/db.ts'
import type { HappenedEvent, Notice, Teller } from '../platform/notices.ts'
import type { Platform } from '../platform/platform.ts'
import { showCents } from '../platform/words.ts'

async function tell({ env }: Platform, db: Db, event: HappenedEvent): Promise<Notice[]> {
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
  const who = asker?.full_name ?? 'Somebody of your company'
  const path = `/marketplace/${product.slug}/buy`
  const price = product.price_cents === null ? '' : showCents(product.price_cents)
  return owners.map(({ id }) => ({
    to: { userId: id },
    kind: 'automation_wanted' as const,
    title: `${who} asks for ${product.name}`,
    body: product.promise,
    path,
    mail: {
      id: '',
      subject: `${who} asks for ${product.name} · ${brand.shortName}`,
      blocks: [
        `${who} would like your company to buy ${product.name}. Only owners can.`,
        product.promise,
        { facts: [['Price', product.price_model === 'monthly' ? `${price} a month` : price]] },
        { button: 'Look at it', href: new URL(path, env.publicUrl).href },
      ],
    },
  }))
}

/** Tells owners of what their people want. */
export const marketplaceTeller: Teller = { topic: 'product', tell }
