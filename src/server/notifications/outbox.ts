import type { z } from 'zod'
import type { KeptMail, OneMail } from '../../contract/notifications.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { previewPath } from './preview.ts'

/** Mails that are kept here because no mail server is set. */
export async function outbox({ platform }: Actored): Promise<{ kept: boolean; items: z.infer<typeof KeptMail>[] }> {
  const items = await platform.mail.kept()
  return { kept: items !== undefined, items: items ?? [] }
}

/** One of them. NOT_FOUND when there is none of that id. */
export async function mail({ platform }: Actored, { id }: { id: string }): Promise<z.infer<typeof OneMail>> {
  const found = await platform.mail.read(id)
  if (!found) throw refuse('NOT_FOUND')
  return { ...found, preview: previewPath(platform.env, id) }
}
