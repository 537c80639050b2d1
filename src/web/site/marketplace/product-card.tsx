import { formatCount } from '../../../contract/plain/counts.ts'
import { Icon } from '../icons.tsx'
import { buildProductPath } from './address.ts'
import { CATEGORY_ICONS, formatNames, getPrice, type Listed } from './words.ts'

/** A grid of products. Each card is one link. */
export function ProductCards({ items, level = 'h2' }: { items: Listed[]; level?: 'h2' | 'h3' }) {
  const Title = level
  return (
    <ul className="goods">
      {items.map((product) => {
        const { amount, per } = getPrice(product)
        return (
          <li className="card" key={product.id}>
            <p className="kind">
              <Icon name={CATEGORY_ICONS[product.category.key] ?? 'box'} />
              {product.category.name}
            </p>
            <Title>
              <a className="more" href={buildProductPath(product.slug)}>
                {product.name}
              </a>
            </Title>
            <p>{product.promise}</p>
            <p className="tools">{formatNames(product.integrations, 3)}</p>
            <p className="price">
              <b>{amount}</b> {per}
              <span>{`Set up in ${formatCount(product.setupDays, 'business day')}`}</span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
