import { formatCents } from '../../ui/text/money-text.ts'
import { findInputName } from './fields.tsx'
import { type Act, type PriceModel, priceLabels, productStatusLooks, type Status } from './model.ts'

const price = (of: Act['after'], key: string) =>
  key === 'priceModel'
    ? priceLabels[of?.priceModel as PriceModel]
    : typeof of?.priceCents === 'number'
      ? formatCents(of.priceCents)
      : 'none'
const short = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && value.length <= 120)

/**
 * Describes a change to a product, as a phrase that follows the name of the person who made it. `more` lists the
 * changed values, one per line.
 */
export function describeProductChange({ action, before, after }: Act): { text: string; more: string[] } {
  switch (action) {
    case 'create':
      return {
        text: after?.copyOf ? `created this product as a copy of ${String(after.copyOf)}` : 'added this product',
        more: [],
      }
    case 'status':
      return {
        text:
          after?.status === 'published'
            ? 'published this product'
            : `changed the status from ${productStatusLooks[before?.status as Status]?.label.toLowerCase()} to ${productStatusLooks[after?.status as Status]?.label.toLowerCase()}`,
        more: [],
      }
    case 'move':
      return { text: `moved this product from position ${String(before?.place)} to ${String(after?.place)}`, more: [] }
    case 'edit': {
      const keys = Object.keys(after ?? {})
      const isPrice = (key: string) => key === 'priceModel' || key === 'priceCents'
      const prices = keys.filter(isPrice)
      const others = keys.flatMap((key) => {
        const name = isPrice(key) ? undefined : findInputName(key)
        return name ? [{ key, name }] : []
      })
      const words = [...(prices.length > 0 ? ['price'] : []), ...others.map(({ name }) => name)]
      return {
        text: `changed ${words.join(', ') || 'this product'}`,
        more: [
          ...prices.map(
            (k) => `${k === 'priceModel' ? 'Price model' : 'Price'}: ${price(before, k)} → ${price(after, k)}`,
          ),
          ...others.flatMap(({ key, name }) =>
            short(before?.[key]) && short(after?.[key])
              ? [`${name[0]?.toUpperCase()}${name.slice(1)}: ${String(before?.[key])} → ${String(after?.[key])}`]
              : [],
          ),
        ],
      }
    }
    default:
      return { text: 'changed this product', more: [] }
  }
}
