import { account } from './account/index.ts'
import { agreements } from './agreements/index.ts'
import { automations } from './automations/index.ts'
import { billing } from './billing/index.ts'
import { catalogue } from './catalogue.ts'
import { companies } from './companies/index.ts'
import { contacts } from './contacts/index.ts'
import { documents } from './documents.ts'
import { hours } from './hours.ts'
import { installing } from './installing.ts'
import { leads } from './leads/index.ts'
import { lists } from './lists.ts'
import { marketplace } from './marketplace.ts'
import { notifications } from './notifications.ts'
import { people } from './people.ts'
import { projects } from './projects/index.ts'
import { prompts } from './prompts.ts'
import { reports } from './reports.ts'
import { search } from './search.ts'
import { site } from './site.ts'
import { sla } from './sla.ts'
import { tickets } from './tickets/index.ts'
import { time } from './time.ts'

/** All operations of the API, with one key per module. */
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
