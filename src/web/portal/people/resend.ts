import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import type { User } from './model.ts'
import { refreshUsers } from './people-queries.ts'

/** Sends an invitation again and says how it went. */
export async function resend(user: User): Promise<void> {
  try {
    await client.people.resend({ id: user.id })
    toast({
      title: `Sent again to ${user.email}`,
      description: 'The link in the mail of before no longer works.',
      tone: 'good',
    })
  } catch (e) {
    toast({ title: 'Not sent', description: failureOf(e)?.message ?? 'Try again.', tone: 'destructive' })
  }
  await refreshUsers()
}
