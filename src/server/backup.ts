// npm run backup -- <folder> and npm run restore -- <folder>: everything the product keeps, out and in again.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { BackupError, loadBackup, saveBackup } from './platform/backup.ts'
import { embedded, runningEmbedded } from './platform/embedded.ts'
import { type Env, processEnv, readEnv, SettingsError } from './platform/env.ts'

const [command, named] = process.argv.slice(2)
const USAGE = 'Usage: npm run backup -- <new folder>, npm run restore -- <folder of a backup>'
const say = (line: string) => console.error(line)

/** What `npm start` made up for itself; without it nothing that is sealed in the database opens again. */
const SECRETS = 'secrets.json'

async function withDatabase(env: Env, fn: (ownerUrl: string) => Promise<void>): Promise<void> {
  if (env.databaseDirectUrl) return fn(env.databaseDirectUrl)
  const running = runningEmbedded(env)
  if (running) return fn(running)
  const { url, stop } = await embedded(env, say)
  try {
    await fn(url)
  } finally {
    await stop()
  }
}

async function main(): Promise<void> {
  if (!named || (command !== 'backup' && command !== 'restore')) throw new SettingsError(USAGE)
  const folder = path.resolve(named)
  const source = processEnv()
  const own = !source.DATABASE_URL
  const dataDir = path.resolve(source.DATA_DIR || './data')
  if (own && command === 'backup' && !existsSync(path.join(dataDir, SECRETS)))
    throw new BackupError(
      `There is nothing to back up in ${dataDir}. Set DATA_DIR, or DATABASE_URL for another database.`,
    )
  if (own && command === 'restore') {
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
      throw new BackupError(`${dataDir} is not empty. Set DATA_DIR to a new folder.`)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (existsSync(path.join(folder, SECRETS))) copyFileSync(path.join(folder, SECRETS), path.join(dataDir, SECRETS))
  }
  const env = readEnv(own ? 'demo' : 'serve', source)
  const files = env.s3 ? { bucket: env.s3.bucket } : path.join(env.dataDir, 'files')
  try {
    await withDatabase(env, async (url) => {
      if (command === 'backup') {
        const { tables } = await saveBackup(url, folder, files)
        if (own) copyFileSync(path.join(dataDir, SECRETS), path.join(folder, SECRETS))
        const rows = `${tables.reduce((n, t) => n + t.rows, 0)} rows of ${tables.length} tables`
        say(
          env.s3
            ? `${rows} are in ${folder}. Files stay in the bucket ${env.s3.bucket}, which needs a backup of its own.`
            : `${rows} and all files are in ${folder}.`,
        )
        if (!own)
          say('Keep APP_SECRET as safe as the backup, and apart from it: what is sealed opens with nothing else.')
      } else {
        const { at } = await loadBackup(url, env.appSecret, folder, files)
        say(`What was there on ${at} is there again.`)
      }
    })
  } catch (e) {
    // The folder was empty: nothing of a restore that failed stays to confuse the next one.
    if (own && command === 'restore') rmSync(dataDir, { recursive: true, force: true })
    throw e
  }
}

main().then(
  () => process.exit(0),
  (e: Error) => {
    const known = e instanceof SettingsError || e instanceof BackupError
    console.error(known ? e.message : `Not done: ${e.message}`)
    process.exit(1)
  },
)
