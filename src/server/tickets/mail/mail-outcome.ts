// The result of processing an incoming mail.

/** The result of processing an incoming mail. */
export type Outcome = {
  state: 'taken' | 'recorded' | 'held' | 'refused'
  reason?: string
  detail?: string
  ticket?: { id: string; company_id: string }
  messageId?: string
  senderId?: string
}

/** Returns the outcome of a mail that is rejected. */
export const refused = (reason: string, more: Partial<Outcome> = {}): Outcome => ({ state: 'refused', reason, ...more })

/** Returns the outcome of a mail that is held for review by staff. */
export const held = (reason: string, more: Partial<Outcome> = {}): Outcome => ({ state: 'held', reason, ...more })

/** Returns the outcome of a mail that is only recorded, such as an automatic reply. */
export const recorded = (reason: string, more: Partial<Outcome> = {}): Outcome => ({
  state: 'recorded',
  reason,
  ...more,
})
