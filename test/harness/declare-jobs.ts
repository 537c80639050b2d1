// A process that creates the queues and schedules of the product in the database that its parent names. It loads the
// product while the parent migrates that database.
import { jobDefinitions, schedules } from '../../src/server/composition.ts'
import { createJobs } from '../../src/server/platform/jobs/jobs.ts'
import { createLogger } from '../../src/server/platform/observability/log.ts'

process.once('message', async (ownerUrl: string) => {
  const jobs = await createJobs(ownerUrl, createLogger('silent'))
  await jobs.declare(jobDefinitions, schedules)
  await jobs.close()
  process.disconnect()
})
