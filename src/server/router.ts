// Everything the process can do, put together: a line per room.
import { account } from './account/index.ts'
import { companies, mailLead } from './companies/index.ts'
import { receiveRoute, sendRoute, sweepUnclaimed } from './files/index.ts'
import { notifications } from './notifications/index.ts'
import { api } from './platform/api.ts'
import { sweepHouse } from './platform/sweep.ts'
import { site } from './site/index.ts'
import { closeQuietTicket, exportRoute, tickets } from './tickets/index.ts'

export const router = api.router({ account, companies, notifications, site, tickets })
export const plainRoutes = [receiveRoute, sendRoute, exportRoute]
export const jobDefinitions = [closeQuietTicket, mailLead]
export const schedules = [sweepUnclaimed, sweepHouse]
