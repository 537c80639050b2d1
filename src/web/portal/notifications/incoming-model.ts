import type { z } from 'zod'
import type { InboundMail as Schema } from '../../../contract/mails.ts'

/** An incoming mail. */
export type InboundMail = z.infer<typeof Schema>
/** The action being taken on a mail. */
export type Asked = { mail: InboundMail; kind: 'add' | 'open' | 'dismiss' }
