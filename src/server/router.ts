// Everything the process can do, put together: a line per room.
import { account } from './account/index.ts'
import { companies, mailLead } from './companies/index.ts'
import { contacts } from './contacts/index.ts'
import { receiveRoute, sendRoute, sweepUnclaimed } from './files/index.ts'
import { leads } from './leads/index.ts'
import { lists } from './lists/index.ts'
import { notifications } from './notifications/index.ts'
import { people } from './people/index.ts'
import { api } from './platform/api.ts'
import { sendQueued } from './platform/mail-queue.ts'
import { sweepHouse } from './platform/sweep.ts'
import { site } from './site/index.ts'
import { closeQuietTicket, exportRoute, tickets } from './tickets/index.ts'

export const router = api.router({ account, companies, contacts, leads, lists, notifications, people, site, tickets })
export const plainRoutes = [receiveRoute, sendRoute, exportRoute]
export const jobDefinitions = [closeQuietTicket, mailLead, sendQueued]
export const schedules = [sweepUnclaimed, sweepHouse]
