import { account } from './account.ts'
import { companies } from './companies.ts'
import { notifications } from './notifications.ts'
import { site } from './site.ts'
import { tickets } from './tickets.ts'

/** Everything that may be said over the wire, a key per room. */
export const contract = { account, companies, notifications, site, tickets }
export type Contract = typeof contract
