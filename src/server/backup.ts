// npm run backup -- <folder> and npm run restore -- <folder>: saves and restores all data of the product.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { BackupError, loadBackup, saveBackup } from './platform/database/backup.ts'
import { runningEmbedded, startEmbedded } from './platform/database/embedded.ts'
import { type Env, processEnv, readEnv, SettingsError } from './platform/env.ts'

const [command, named] = process.argv.slice(2)
const USAGE = `Usage:
  npm run backup -- <new folder>       Export all data to a new folder.
  npm run restore -- <backup folder>   Restore a backup into an empty database and an empty DATA_DIR.`
const say = (line: string) => console.error(line)

/** The secrets that `npm start` generated. Without them, encrypted values in the database cannot be decrypted. */
const SECRETS = 'secrets.json'

async function withDatabase(env: Env, fn: (ownerUrl: string) => Promise<void>): Promise<void> {
  if (env.databaseDirectUrl) return fn(env.databaseDirectUrl)
  const running = runningEmbedded(env)
  if (running) return fn(running)
  const { url, stop } = await startEmbedded(env, say)
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
        const rows = `${tables.reduce((n, t) => n + t.rows, 0)} rows from ${tables.length} tables`
        say(
          env.s3
            ? `Saved ${rows} to ${folder}. Files stay in the bucket ${env.s3.bucket}, which you must back up separately.`
            : `Saved ${rows} and all files to ${folder}.`,
        )
        if (!own)
          say('Store APP_SECRET safely and separately from the backup. Without it, encrypted values can’t be restored.')
      } else {
        const { at } = await loadBackup(url, env.appSecret, folder, files)
        say(`Restored the backup from ${at}.`)
      }
    })
  } catch (e) {
    // The folder was empty before: remove what the failed restore left, so that the next one can start clean.
    if (own && command === 'restore') rmSync(dataDir, { recursive: true, force: true })
    throw e
  }
}

main().then(
  () => process.exit(0),
  (e: Error) => {
    const known = e instanceof SettingsError || e instanceof BackupError
    console.error(known ? e.message : `Failed: ${e.message}`)
    process.exit(1)
  },
)
