// The public API and the declaration of the module. Other modules grant, draw and revoke minutes only through it,
// within their own transaction. They may read the views `shared_hour_…`. This module imports no other module.

import { defineModule } from '../platform/module.ts'
import { adjustHours } from './adjust.ts'
import { getBalance } from './balance.ts'
import { listBlocks } from './blocks.ts'
import { hoursExport } from './company-export.ts'
import { exportLedger } from './export.ts'
import { closeFinding, listFindings } from './findings.ts'
import { expireHours, reconcileHours } from './jobs.ts'
import { getMovementTotals, listMovements } from './ledger.ts'
import { getLiability } from './liability.ts'
import { hoursNotifier } from './notices.ts'
import { getBalanceSeries } from './series.ts'

export { readBalance } from './balance.ts'
export { balanceOf } from './balance-of.ts'
export { companyOfHours, getProviderToday, providerToday } from './company-of-hours.ts'
export {
  activateBlock,
  BALANCE_LOW,
  type BalanceLowJob,
  type Charge,
  chargeMinutes,
  deductMinutes,
  expireBlocks,
  type Grant,
  grantBlock,
  lockHours,
  revokeMinutes,
  voidBlock,
  watchBalance,
} from './moves.ts'
export { markOverageBilled, unbilledOverage } from './overage.ts'
export { availableOf, billedOf, sharesOf, usedPercent } from './policy.ts'

export const hoursModule = defineModule({
  name: 'hours',
  actions: {
    balance: getBalance,
    blocks: listBlocks,
    ledger: listMovements,
    totals: getMovementTotals,
    series: getBalanceSeries,
    adjust: adjustHours,
    findings: listFindings,
    closeFinding,
    liability: getLiability,
  },
  routes: [exportLedger],
  schedules: [expireHours, reconcileHours],
  notifiers: [hoursNotifier],
  companyExport: hoursExport,
})
