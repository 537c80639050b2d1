// Names of the room. Pure.
import type { SECTIONS } from '../../contract/reports.ts'

/** What partners read, and what goes on paper and into mails: nothing that is for staff. */
export const PARTNER_SECTIONS: readonly (typeof SECTIONS)[number][] = ['tickets', 'hours', 'automations', 'projects']
