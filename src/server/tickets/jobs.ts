import type { JobDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { closeQuiet } from './close-quiet.ts'
import { CLOSE_QUIET, type QuietData } from './policy.ts'

export const closeQuietTicket: JobDefinition<Platform, QuietData> = { name: CLOSE_QUIET, handler: closeQuiet }
