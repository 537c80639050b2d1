import type { Context } from '../platform/http/api.ts'
import { mailRecoveryCodeUsed } from './mail.ts'
import { recordActNow } from './record-act.ts'

/** Records in the audit log that a recovery code was used, and mails the user how many are left. */
export async function recordRecoveryCode(context: Context, userId: string): Promise<void> {
  await recordActNow(context, userId, 'user.recovery-code-used')
  await mailRecoveryCodeUsed(context.platform, userId)
}
