import { account } from './account.ts'
import { agreements } from './agreements.ts'
import { automations } from './automations.ts'
import { billing } from './billing.ts'
import { catalogue } from './catalogue.ts'
import { companies } from './companies.ts'
import { contacts } from './contacts.ts'
import { documents } from './documents.ts'
import { hours } from './hours.ts'
import { installing } from './installing.ts'
import { leads } from './leads.ts'
import { lists } from './lists.ts'
import { marketplace } from './marketplace.ts'
import { notifications } from './notifications.ts'
import { people } from './people.ts'
import { projects } from './projects.ts'
import { prompts } from './prompts.ts'
import { reports } from './reports.ts'
import { search } from './search.ts'
import { site } from './site.ts'
import { sla } from './sla.ts'
import { tickets } from './tickets.ts'
import { time } from './time.ts'

/** Everything that may be said over the wire, a key per room. */
export const contract = {
  account,
  agreements,
  automations: { ...automations, ...installing },
  billing,
  companies,
  contacts,
  documents,
  hours,
  leads,
  lists,
  marketplace: { ...marketplace, ...catalogue },
  notifications,
  people,
  projects,
  prompts,
  reports,
  search,
  site,
  sla,
  tickets,
  time,
}
export type Contract = typeof contract
