// Runs the scheduled SLA check in a process that a test kills halfway. Prints a line for every SLA event it publishes.

import { openDatabase } from '../../src/server/platform/database/db.ts'
import { urlAs } from '../../src/server/platform/database/migrate.ts'
import { Bus } from '../../src/server/platform/events/bus.ts'
import { createLogger } from '../../src/server/platform/observability/log.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { checkClocks } from '../../src/server/tickets/sla/check-clocks.ts'
import { APP_SECRET } from './secrets.ts'

const ownerUrl = process.argv[2] as string
const log = createLogger('silent')
const bus = new Bus(ownerUrl, ['events'], log)
await bus.open()
bus.on('message', (_channel, payload) => payload.includes('"sla"') && process.stdout.write('given\n'))
const db = openDatabase({
  tenantUrl: urlAs('portal_tenant', ownerUrl, APP_SECRET),
  staffUrl: urlAs('portal_staff', ownerUrl, APP_SECRET),
  ownerUrl,
  max: 2,
  log,
})
await checkClocks({ db, bus } as Platform)
process.exit(0)
