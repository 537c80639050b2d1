import { brand } from '../../../brand.config.ts'
import { api } from '../platform/api.ts'

const { shortName, longName, slug, supportEmail } = brand

export const site = {
  get: api.site.get.handler(({ context }) => ({
    publishableKey: context.platform.env.publishableKey,
    suggestions: context.platform.model !== undefined,
    brand: { shortName, longName, slug, supportEmail },
  })),
}
