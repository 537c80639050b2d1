import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import type { User } from './model.ts'
import { refreshUsers } from './people-queries.ts'

/** Resends an invitation and shows the result in a toast. */
export async function resendInvitation(user: User): Promise<void> {
  try {
    await client.people.resend({ id: user.id })
    showToast({
      title: `Invitation resent to ${user.email}`,
      description: 'The link in the previous email no longer works.',
      tone: 'good',
    })
  } catch (e) {
    showToast({
      title: 'Invitation not sent',
      description: parseFailure(e)?.message ?? 'Try again.',
      tone: 'destructive',
    })
  }
  await refreshUsers()
}
