// The door of the room. Whoever grants, draws or takes back minutes does it through here, within their own transaction; so
// does whoever asks what is left. The room imports no other.
export { readBalance } from './balance.ts'
export { balanceOf } from './balance-of.ts'
export { exportLedger } from './export.ts'
export { expireHours, reconcileHours } from './jobs.ts'
export {
  activateBlock,
  type Charge,
  charge,
  deduct,
  expireDue,
  type Grant,
  grantBlock,
  HOURS_FELL,
  type HoursFell,
  holdHours,
  takeBackMinutes,
  voidBlock,
  watchBelow,
} from './moves.ts'
export { hoursTeller } from './notices.ts'
export { markOverageBilled, unbilledOverage } from './overage.ts'
export { billedOf, sharesOf, usedPercent } from './policy.ts'
export { hours } from './router.ts'
export { today, whose } from './whose.ts'
