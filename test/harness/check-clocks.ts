// A process that gives warnings as the schedule does, to be killed in the middle: says a line as soon as the first are given.
import { Bus } from '../../src/server/platform/bus.ts'
import { database } from '../../src/server/platform/db.ts'
import { logger } from '../../src/server/platform/log.ts'
import { urlAs } from '../../src/server/platform/migrate.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { checkClocks } from '../../src/server/tickets/check-clocks.ts'
import { APP_SECRET } from './secrets.ts'

const ownerUrl = process.argv[2] as string
const log = logger('silent')
const bus = new Bus(ownerUrl, ['events'], log)
await bus.open()
bus.on('message', (_channel, payload) => payload.includes('"sla"') && process.stdout.write('given\n'))
const db = database({
  tenantUrl: urlAs('portal_tenant', ownerUrl, APP_SECRET),
  staffUrl: urlAs('portal_staff', ownerUrl, APP_SECRET),
  ownerUrl,
  max: 2,
  log,
})
await checkClocks({ db, bus } as Platform)
process.exit(0)
