import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import type { Asked } from './model.ts'

const FRESH_MS = 10_000

/** Asked for again by itself while days are being reckoned. */
const AGAIN_MS = 3_000

/** The report of a period. */
export const reportOptions = (asked: Asked) =>
  api.reports.get.queryOptions({
    input: asked,
    staleTime: FRESH_MS,
    refetchInterval: (query) => (query.state.data?.complete === false ? AGAIN_MS : false),
  })
/** Monthly mails that are set up. */
export const mailsOptions = (company?: string) =>
  api.reports.mails.queryOptions({ input: company ? { company } : {}, staleTime: FRESH_MS })
/** What was sent lately, and what became of it. */
export const sendsOptions = (company?: string) =>
  api.reports.sends.queryOptions({ input: { limit: 10, ...(company ? { company } : {}) }, staleTime: FRESH_MS })
/** How the next mail would read. */
export const previewOptions = (client: string | null) =>
  api.reports.preview.queryOptions({ input: client ? { client } : {}, staleTime: FRESH_MS })
/** Contacts of an end client, or people of the own company. */
export const contactsOptions = (client: string) =>
  api.contacts.list.queryOptions({ input: { client, limit: 100 }, staleTime: FRESH_MS })
/** People of the own company. */
export const peopleOptions = () => api.people.list.queryOptions({ input: { limit: 100 }, staleTime: FRESH_MS })

/** Everything about the monthly mail is asked for again. */
export const refreshMails = () => queries.invalidateQueries({ queryKey: api.reports.key() })
