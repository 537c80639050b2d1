import { account } from './account.ts'
import { agreements } from './agreements.ts'
import { companies } from './companies.ts'
import { contacts } from './contacts.ts'
import { leads } from './leads.ts'
import { lists } from './lists.ts'
import { notifications } from './notifications.ts'
import { people } from './people.ts'
import { search } from './search.ts'
import { site } from './site.ts'
import { sla } from './sla.ts'
import { tickets } from './tickets.ts'

/** Everything that may be said over the wire, a key per room. */
export const contract = {
  account,
  agreements,
  companies,
  contacts,
  leads,
  lists,
  notifications,
  people,
  search,
  site,
  sla,
  tickets,
}
export type Contract = typeof contract
