// npm run admin -- create <email>: makes a person an administrator, for example the first one of a new installation.
// npm run admin -- load-catalog: adds the products of content/marketplace to the catalog.
// npm run admin -- reset-factors <email>: removes the second factors of a person who lost them.
// npm run admin -- rotate: encrypts stored secrets with a new APP_SECRET.

import { brand } from '../../brand.config.ts'
import { formatCount } from '../contract/plain/counts.ts'
import { createAdministrator, describeRotation, reencryptSecrets } from './account/index.ts'
import { bootPlatform } from './boot.ts'
import { loadCatalogue } from './marketplace/index.ts'
import { resetFactorsByCommand } from './people/index.ts'
import { migrate } from './platform/database/migrate.ts'
import { processEnv, readEnv, SettingsError } from './platform/env.ts'

const [command, email] = process.argv.slice(2)

async function main(): Promise<void> {
  const withEmail = command === 'create' || command === 'reset-factors'
  if (!(withEmail && email) && command !== 'load-catalog' && command !== 'rotate')
    throw new SettingsError(
      `Usage:
  npm run admin -- create <email>   Make this person an administrator, and print a link to set the password.
  npm run admin -- reset-factors <email>
                                    Remove a lost authenticator app, recovery codes and passkeys, and sign out everywhere.
  npm run admin -- load-catalog     Add and publish the products in content/marketplace that the catalog doesn’t have yet.
  npm run admin -- rotate           Encrypt stored secrets with a new APP_SECRET, and report what is left. See docs/security.md.`,
    )
  const env = readEnv('serve', processEnv())
  const owner = { pooled: env.databaseUrl as string, direct: env.databaseDirectUrl as string }
  await migrate(owner.direct, env.appSecret)
  const { close, ...platform } = await bootPlatform({ ...env, logLevel: 'error' }, owner)
  try {
    if (command === 'load-catalog') {
      const added = await platform.db.system.transaction().execute((db) => loadCatalogue(db))
      console.log(
        added === 0
          ? 'The catalog already has every product in content/marketplace. Nothing was changed.'
          : `Added and published ${formatCount(added, 'product')}.`,
      )
      return
    }
    if (command === 'rotate') {
      const result = await reencryptSecrets(platform)
      for (const line of describeRotation(result, env)) console.log(line)
      if (result.left > 0) process.exitCode = 1
      return
    }
    if (command === 'reset-factors') {
      const { factors, passkeys } = await resetFactorsByCommand(platform, email as string)
      console.log(
        `Removed from ${email}: ${formatCount(factors, 'authenticator app')} and ${formatCount(passkeys, 'passkey')}, and all recovery codes. All sessions have ended, and we emailed the user. The password still works. If it is lost too, use “Forgot your password?” on the sign-in page, or run npm run admin -- create for an administrator.`,
      )
      return
    }
    const link = await createAdministrator(platform, email as string)
    console.log(
      `${email} is now an administrator of ${brand.shortName}. Use this link to set the password. It works once and expires in one hour. We also sent it by email:`,
    )
    console.log(link)
  } finally {
    await close()
  }
}

main().then(
  () => process.exit(),
  (e: Error) => {
    console.error(e instanceof SettingsError ? e.message : `Failed: ${e.message}`)
    process.exit(1)
  },
)
