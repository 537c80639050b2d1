import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Balance } from '../../contract/hours.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { createOnce } from '../platform/once.ts'
import { readBalance } from './balance.ts'
import { balanceOf } from './balance-of.ts'
import { deduct, grantBlock, holdHours } from './moves.ts'
import { companyAndDay } from './whose.ts'

export type Adjustment = {
  companyId: string
  minutes: number
  reason: string
  blockId?: string | undefined
  name?: string | undefined
  expiresOn?: string | undefined
}
const wrong = (field: string, words: string) => refuse('UNPROCESSABLE', { fields: { [field]: [words] } })

/**
 * Gives hours by hand, as a block of their own, or takes some: from a block, or in the order of the draw. NOT_FOUND without
 * the company, HOURS_SHORT when less is left, UNPROCESSABLE for what does not go together.
 */
export function adjust(context: Actored, input: Adjustment): Promise<z.infer<typeof Balance>> {
  const { actor } = context
  const { companyId, minutes, reason, blockId, name, expiresOn } = input
  return createOnce(context, input, async (db) => {
    const { today } = await companyAndDay(db, companyId)
    if (minutes > 0 && blockId) throw wrong('blockId', 'Hours that are given are a block of their own.')
    if (minutes < 0 && (name || expiresOn))
      throw wrong(name ? 'name' : 'expiresOn', 'Only hours that are given have this.')
    if (expiresOn && expiresOn < today) throw wrong('expiresOn', 'This day is over.')
    await holdHours(db, companyId)
    const before = await balanceOf(db, companyId)
    const block =
      minutes < 0
        ? blockId
        : await grantBlock(db, context, {
            companyId,
            id: uuid(),
            source: 'grant',
            name: name ?? 'Given by hand',
            minutes,
            priceCents: 0,
            expiresOn: expiresOn ?? null,
            state: 'active',
            reason,
          })
    if (minutes < 0) await deduct(db, context, { companyId, minutes: -minutes, blockId, reason })
    const after = await readBalance(db, actor, companyId)
    await record(db, context, {
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
}
