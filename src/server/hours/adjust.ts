import { v7 as uuid } from 'uuid'
import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { readBalance } from './balance.ts'
import { balanceOf } from './balance-of.ts'
import { companyAndDay } from './company-of-hours.ts'
import { deductMinutes, grantBlock, lockHours } from './moves.ts'

const wrong = (field: string, words: string) => refuse('UNPROCESSABLE', { fields: { [field]: [words] } })

/**
 * Grants hours manually as a new block, or deducts hours from one block or in the order of use. Returns the balance.
 * Throws NOT_FOUND when there is no such company, HOURS_SHORT when less is left, and UNPROCESSABLE for fields that
 * cannot be combined.
 */
export const adjustHours = action(contract.hours.adjust, (context, input) => {
  const { actor } = context
  const { companyId, minutes, reason, blockId, name, expiresOn } = input
  return createOnce(context, input, async (db) => {
    const { today } = await companyAndDay(db, companyId)
    if (minutes > 0 && blockId)
      throw wrong('blockId', 'Added hours always form a new block. Choose a block only to remove hours.')
    if (minutes < 0 && (name || expiresOn))
      throw wrong(name ? 'name' : 'expiresOn', 'Set this only when you add hours.')
    if (expiresOn && expiresOn < today) throw wrong('expiresOn', 'Choose today or a later date.')
    await lockHours(db, companyId)
    const before = await balanceOf(db, companyId)
    const block =
      minutes < 0
        ? blockId
        : await grantBlock(db, context, {
            companyId,
            id: uuid(),
            source: 'grant',
            name: name ?? 'Added manually',
            minutes,
            priceCents: 0,
            expiresOn: expiresOn ?? null,
            state: 'active',
            reason,
          })
    if (minutes < 0) await deductMinutes(db, context, { companyId, minutes: -minutes, blockId, reason })
    const after = await readBalance(db, actor, companyId)
    await recordAudit(db, context, {
      companyId,
      action: 'hours.adjust',
      subjectType: 'hours',
      subjectId: block ?? companyId,
      before: { balance: before.balance },
      after: { balance: after.balance, minutes },
      reason,
    })
    return after
  })
})
