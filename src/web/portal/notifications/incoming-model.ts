import type { z } from 'zod'
import type { InboundMail as Schema } from '../../../contract/mails.ts'

/** A mail that came in. */
export type InboundMail = z.infer<typeof Schema>
/** What is about to be done with one. */
export type Asked = { mail: InboundMail; kind: 'add' | 'open' | 'dismiss' }
