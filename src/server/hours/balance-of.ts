import type { Handle } from '../platform/database/db.ts'

/** Returns the balance of a company; zeros for one that never had hours. */
export async function balanceOf(
  db: Handle,
  companyId: string,
): Promise<{ balance: number; base: number; lowest: number; episode: number; alerted: number; watch: number | null }> {
  const row = await db
    .selectFrom('hour_balances')
    .select(['balance', 'base', 'lowest', 'episode', 'alerted', 'watch'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? { balance: 0, base: 0, lowest: 0, episode: 0, alerted: 0, watch: null }
}
