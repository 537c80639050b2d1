// npm run admin -- create <email>: the first administrator of a new installation; -- load-catalogue: what it sells.
import { brand } from '../../brand.config.ts'
import { createAdministrator } from './account/index.ts'
import { boot } from './boot.ts'
import { loadCatalogue } from './marketplace/index.ts'
import { processEnv, readEnv, SettingsError } from './platform/env.ts'
import { migrate } from './platform/migrate.ts'

const [command, email] = process.argv.slice(2)

async function main(): Promise<void> {
  if (command !== 'load-catalogue' && !(command === 'create' && email))
    throw new SettingsError('Usage: npm run admin -- create <email>\n       npm run admin -- load-catalogue')
  const env = readEnv('serve', processEnv())
  const owner = { pooled: env.databaseUrl as string, direct: env.databaseDirectUrl as string }
  await migrate(owner.direct, env.appSecret)
  const { close, ...platform } = await boot({ ...env, logLevel: 'error' }, owner)
  try {
    if (command === 'load-catalogue') {
      const added = await platform.db.system.transaction().execute((db) => loadCatalogue(db))
      console.log(
        added === 0
          ? 'The catalogue has every entry of content/marketplace already; nothing was changed.'
          : `${added} ${added === 1 ? 'product was' : 'products were'} added to the catalogue and published.`,
      )
      return
    }
    const link = await createAdministrator(platform, email as string)
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
