// Constants of the module.
import type { SECTIONS } from '../../contract/reports.ts'

/** The sections for partners, PDFs and mails. Excludes those that only staff see. */
export const PARTNER_SECTIONS: readonly (typeof SECTIONS)[number][] = ['tickets', 'hours', 'automations', 'projects']
