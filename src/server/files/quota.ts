import { sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'

const GB = 1024 ** 3
/** Number of files that one user may upload in 24 hours. */
const FILES_PER_DAY = 2_000

/** The message for a rejected file: the company's storage is full, or the user's daily limit is reached. */
export type ExceededQuota = { company: string } | { day: string }

/**
 * Returns the quota that a file of `size` bytes would exceed, or undefined. Concurrent uploads can together exceed it
 * by their own size, which is little because each user has only a few at a time (`limits.upload`). Bypasses the
 * row-level security policies, because files that partners cannot see count too.
 */
export async function overQuota(
  { db, env }: Pick<Platform, 'db' | 'env'>,
  { companyId, userId, size }: { companyId: string; userId: string; size: number },
): Promise<ExceededQuota | undefined> {
  const used = await db.system
    .selectNoFrom((e) => [
      e
        .selectFrom('files')
        .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
        .where('company_id', '=', companyId)
        .as('company'),
      e
        .selectFrom('files')
        .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
        .where('uploaded_by', '=', userId)
        .where('created_at', '>', sql<string>`now() - interval '1 day'`)
        .as('day'),
      e
        .selectFrom('files')
        .select(sql<number>`count(*)::int`.as('files'))
        .where('uploaded_by', '=', userId)
        .where('created_at', '>', sql<string>`now() - interval '1 day'`)
        .as('files'),
    ])
    .executeTakeFirstOrThrow()
  if ((used.company ?? 0) + size > env.filesPerCompanyGb * GB)
    return {
      company: `Your company has used all ${env.filesPerCompanyGb} GB of its file storage. Contact us to get more.`,
    }
  if ((used.day ?? 0) + size > env.uploadsPerDayGb * GB)
    return { day: `You can upload at most ${env.uploadsPerDayGb} GB in 24 hours. Try again tomorrow.` }
  if ((used.files ?? 0) >= FILES_PER_DAY)
    return {
      day: `You can upload at most ${FILES_PER_DAY.toLocaleString('en-US')} files in 24 hours. Try again tomorrow.`,
    }
  return undefined
}
