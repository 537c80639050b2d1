import { brand } from '../../../brand.config.ts'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'

const { shortName, longName, slug, supportEmail } = brand

/** Returns what the browser needs to start: the publishable key, the brand, and whether suggestions are available. */
export const getSite = action(contract.site.get, ({ platform }) => ({
  publishableKey: platform.env.publishableKey,
  suggestions: platform.model !== undefined,
  brand: { shortName, longName, slug, supportEmail },
}))
