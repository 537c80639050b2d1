import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import type { Asked } from './model.ts'

const FRESH_MS = 10_000

/** Polling interval while some days are still being calculated. */
const AGAIN_MS = 3_000

/** Returns query options for the report of a period. */
export const reportOptions = (asked: Asked) =>
  api.reports.get.queryOptions({
    input: asked,
    staleTime: FRESH_MS,
    refetchInterval: (query) => (query.state.data?.complete === false ? AGAIN_MS : false),
  })
/** Returns query options for the monthly mails. */
export const mailsOptions = (company?: string) =>
  api.reports.mails.queryOptions({ input: company ? { company } : {}, staleTime: FRESH_MS })
/** Returns query options for recently sent mails and their delivery. */
export const sendsOptions = (company?: string) =>
  api.reports.sends.queryOptions({ input: { limit: 10, ...(company ? { company } : {}) }, staleTime: FRESH_MS })
/** Returns query options for a preview of the next mail. */
export const previewOptions = (client: string | null) =>
  api.reports.preview.queryOptions({ input: client ? { client } : {}, staleTime: FRESH_MS })
/** Returns query options for the contacts of a client. */
export const contactsOptions = (client: string) =>
  api.contacts.list.queryOptions({ input: { client, limit: 100 }, staleTime: FRESH_MS })
/** Returns query options for the users of the reader's company. */
export const recipientOptions = () => api.people.list.queryOptions({ input: { limit: 100 }, staleTime: FRESH_MS })

/** Refetches everything about reports and monthly mails. */
export const refreshMails = () => queries.invalidateQueries({ queryKey: api.reports.key() })
