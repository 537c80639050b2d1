// A process that reads events: one with the word `deadly` kills it, and it sends the words of others to its parent.
import { bootPlatform } from '../../src/server/boot.ts'
import { readEnv } from '../../src/server/platform/env.ts'
import { followFeed } from '../../src/server/platform/events/feed.ts'
import { APP_SECRET } from './secrets.ts'

const url = process.env.DATABASE_URL as string
const env = readEnv('serve', {
  DATABASE_URL: url,
  PUBLIC_URL: 'http://127.0.0.1:1',
  APP_SECRET,
  ALLOW_INSECURE_HTTP: 'yes',
  DATA_DIR: process.env.DATA_DIR,
  DATABASE_POOL: '2',
  LOG_LEVEL: 'silent',
})
const platform = await bootPlatform(env, { pooled: url, direct: url })
followFeed(platform, new Set(['ticket']), async (_, event) => {
  const { word } = event.data as { word?: string }
  if (word === 'deadly') {
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  }
  if (word) process.send?.(word)
})
process.send?.('works')
