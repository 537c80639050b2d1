import { ORPCError } from '@orpc/server'
import type { ActorContext } from '../platform/http/api.ts'

/** Throws FORBIDDEN for a role that may not have documents of this kind. */
export function canRequest({ platform, actor }: ActorContext, kind: string): void {
  if (!platform.documentTemplates[kind]?.roles.some((role) => role === actor.role))
    throw new ORPCError('FORBIDDEN', { message: 'You don’t have permission to do this.' })
}
