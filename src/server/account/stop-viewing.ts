import type { z } from 'zod'
import type { Session } from '../../contract/account.ts'
import type { Context } from '../platform/api.ts'
import { sameOrigin } from './cookies.ts'
import { refresh } from './refresh.ts'
import { endView } from './view-as.ts'

/** Ends looking as somebody else and answers the administrator's own session. UNAUTHORIZED when that is over too. */
export async function stopViewing(context: Context): Promise<{ session: z.infer<typeof Session> }> {
  sameOrigin(context)
  await endView(context)
  return refresh(context, { own: true })
}
