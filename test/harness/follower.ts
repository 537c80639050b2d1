// A process that only sends notifications about events, for a test to kill. Its notifier notifies the person named in
// the event's data, slowly, so that the kill comes halfway.
import { bootPlatform } from '../../src/server/boot.ts'
import { runNotifiers } from '../../src/server/notifications/index.ts'
import { readEnv } from '../../src/server/platform/env.ts'
import { APP_SECRET } from './secrets.ts'

const url = process.env.DATABASE_URL as string
const env = readEnv('serve', {
  DATABASE_URL: url,
  PUBLIC_URL: 'http://127.0.0.1:1',
  APP_SECRET,
  ALLOW_INSECURE_HTTP: 'yes',
  DATA_DIR: process.env.DATA_DIR,
  DATABASE_POOL: '2',
  LOG_LEVEL: 'error',
})
const platform = await bootPlatform(env, { pooled: url, direct: url })
runNotifiers({
  ...platform,
  notifiers: [
    {
      topic: 'ticket',
      async collectNotices(_platform, _db, event) {
        await new Promise((go) => setTimeout(go, 2))
        const { n, userId } = event.data as { n: number; userId: string }
        return [{ to: { userId }, kind: 'ticket_reply', title: `Event ${n}`, body: '', path: '/tickets/x' }]
      },
    },
  ],
})
process.send?.('follows')
