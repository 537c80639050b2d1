import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import type { Platform } from '../platform/platform.ts'

const GB = 1024 ** 3
/** Number of files that one user may upload in 24 hours. */
const FILES_PER_DAY = 2_000

const TOMORROW = `Try again tomorrow, or email ${brand.supportEmail} to get more.`

/** Returns “19.9 of 20 GB”. Rounds down, so that it never says that everything is used while something is left. */
function partOf(bytes: number, limit: number): string {
  const steps = limit < 1 ? 1_000 : 10
  return `${Math.floor((bytes / GB) * steps) / steps} of ${limit} GB`
}

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
  const [company, day, files] = [used.company ?? 0, used.day ?? 0, used.files ?? 0]
  if (company + size > env.filesPerCompanyGb * GB)
    return {
      company: `Your company uses ${partOf(company, env.filesPerCompanyGb)} of its file storage, so this file doesn’t fit. To get more, email ${brand.supportEmail}.`,
    }
  if (day + size > env.uploadsPerDayGb * GB)
    return {
      day: `You have uploaded ${partOf(day, env.uploadsPerDayGb)} in the last 24 hours, so this file doesn’t fit. ${TOMORROW}`,
    }
  if (files >= FILES_PER_DAY) {
    const most = FILES_PER_DAY.toLocaleString('en-US')
    return {
      day: `You have uploaded ${files.toLocaleString('en-US')} files in the last 24 hours. The limit is ${most}. ${TOMORROW}`,
    }
  }
  return undefined
}
