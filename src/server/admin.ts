// npm run admin -- create <email>: the first administrator of a new installation.
import { brand } from '../../brand.config.ts'
import { createAdministrator } from './account/index.ts'
import { boot } from './boot.ts'
import { processEnv, readEnv, SettingsError } from './platform/env.ts'
import { migrate } from './platform/migrate.ts'

const [command, email] = process.argv.slice(2)

async function main(): Promise<void> {
  if (command !== 'create' || !email) throw new SettingsError('Usage: npm run admin -- create <email>')
  const env = readEnv('serve', processEnv())
  const owner = { pooled: env.databaseUrl as string, direct: env.databaseDirectUrl as string }
  await migrate(owner.direct, env.appSecret)
  const { close, ...platform } = await boot({ ...env, logLevel: 'error' }, owner)
  try {
    const link = await createAdministrator(platform, email)
    console.log(
      `${email} is an administrator of ${brand.shortName}. This link sets the password; it works once, for an hour, and was mailed too:`,
    )
    console.log(link)
  } finally {
    await close()
  }
}

main().then(
  () => process.exit(0),
  (e: Error) => {
    console.error(e instanceof SettingsError ? e.message : `Not done: ${e.message}`)
    process.exit(1)
  },
)
