import { ORPCError } from '@orpc/server'
import type { Actored } from '../platform/api.ts'

/** FORBIDDEN for a role that may not have papers of this kind. */
export function mayHave({ platform, actor }: Actored, kind: string): void {
  if (!platform.papers[kind]?.roles.some((role) => role === actor.role))
    throw new ORPCError('FORBIDDEN', { message: 'Your role may not do this.' })
}
