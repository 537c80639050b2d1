import { brand } from '../../../brand.config.ts'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import type { Platform } from '../platform/platform.ts'

const { shortName, longName, slug, supportEmail } = brand

/** Returns the publishable key, and whether a language model makes suggestions. */
export const describeSite = ({ env, model }: Pick<Platform, 'env' | 'model'>) => ({
  publishableKey: env.publishableKey,
  suggestions: model !== undefined,
})

/** Returns what the browser needs to start: the publishable key, the brand, and whether suggestions are available. */
export const getSite = action(contract.site.get, ({ platform }) => ({
  ...describeSite(platform),
  brand: { shortName, longName, slug, supportEmail },
}))
