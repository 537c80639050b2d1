import type { Handle } from '../database/db.ts'
import type { Platform } from '../platform.ts'
import { mailPermission } from './mail-permission.ts'

const NO_COMPANY = '00000000-0000-0000-0000-000000000000'

/**
 * Counts a mail that anyone can have us send to an address by typing it into a public form or a profile. Returns false
 * when it must not be sent: the address got its share of such mails of all kinds in the last day. An address that
 * refused email from every company gets one a day if its owner may be waiting for it (`needed`), and otherwise none. In
 * a transaction, `db` must be the transaction: with a second connection for each, simultaneous ones would wait for each
 * other.
 */
export async function countUnrequested(
  { limits }: Pick<Platform, 'limits'>,
  db: Handle,
  to: string,
  { needed }: { needed: boolean },
): Promise<boolean> {
  const refused = (await mailPermission(db, NO_COMPANY, to)) === 'blocked'
  if (refused && !needed) return false
  return limits.unrequested(to, refused)
}
