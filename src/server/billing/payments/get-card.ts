import type { z } from 'zod'
import type { CardSettings } from '../../../contract/billing/index.ts'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import type { ActorContext } from '../../platform/http/api.ts'
import { CONSENT, cardShown } from './cards.ts'

/** Returns the stored card of the reader's company, and what may be done with it. */
export async function getCard({ platform, actor }: ActorContext): Promise<z.infer<typeof CardSettings>> {
  const row = await platform.db.askAs(actor, (db) =>
    db
      .selectFrom('stripe_customers as s')
      .leftJoin('people as p', 'p.id', 's.consent_by')
      .select(['s.card_brand', 's.card_last4', 's.card_exp_month', 's.card_exp_year', 's.consent', 's.consent_at'])
      .select(['p.id as by_id', 'p.full_name as by_name'])
      .where('s.company_id', '=', actor.companyId)
      .executeTakeFirst(),
  )
  const available = platform.payments !== undefined
  const card = cardShown(row)
  return {
    available,
    card,
    consent:
      card && row?.consent && row.consent_at
        ? {
            by: row.by_id && row.by_name ? { id: row.by_id, name: row.by_name } : null,
            at: row.consent_at,
            sentence: row.consent,
          }
        : null,
    sentence: CONSENT,
    can: { store: available, remove: card !== null },
  }
}

/** The operation of the contract that calls `getCard`. */
export const getCardAction = action(contract.billing.card, getCard)
