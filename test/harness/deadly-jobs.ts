// A process that runs three kinds of job: `deadly` kills the process, `large` exceeds its limits, and `honest` sends
// its input to the parent process.
import { bootPlatform } from '../../src/server/boot.ts'
import { readEnv } from '../../src/server/platform/env.ts'
import { type Attempt, LimitExceeded } from '../../src/server/platform/jobs/limit-exceeded.ts'
import { APP_SECRET } from './secrets.ts'

const url = process.env.DATABASE_URL as string
const env = readEnv('serve', {
  DATABASE_URL: url,
  PUBLIC_URL: 'http://127.0.0.1:1',
  ALLOW_INSECURE_HTTP: 'yes',
  APP_SECRET,
  DATA_DIR: process.env.DATA_DIR,
  DATABASE_POOL: '2',
  LOG_LEVEL: 'silent',
})
const platform = await bootPlatform(env, { pooled: url, direct: url })
type Input = { companyId: string; word: string }
const deadly = {
  name: 'test.deadly',
  handler: async () => {
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  },
}
const large = {
  name: 'test.large',
  handler: async (_: object, __: Input, attempt?: Attempt) => {
    process.send?.(`large, last: ${attempt?.last}`)
    throw new LimitExceeded('Too large.')
  },
}
const honest = {
  name: 'test.honest',
  handler: async (_: object, { word }: Input) => void process.send?.(word),
}
await platform.jobs.declare([deadly, large, honest], [])
await platform.jobs.work(platform, [deadly, large, honest], [])
process.send?.('works')
