import { Icon } from '../icons.tsx'
import { productPath } from './address.ts'
import { CATEGORY_ICONS, type Listed, namesOf, priceOf } from './words.ts'

/** Products side by side; each card is one link. */
export function ProductCards({ items, level = 'h2' }: { items: Listed[]; level?: 'h2' | 'h3' }) {
  const Title = level
  return (
    <ul className="goods">
      {items.map((product) => {
        const { amount, per } = priceOf(product)
        return (
          <li className="card" key={product.id}>
            <p className="kind">
              <Icon name={CATEGORY_ICONS[product.category.key] ?? 'box'} />
              {product.category.name}
            </p>
            <Title>
              <a className="more" href={productPath(product.slug)}>
                {product.name}
              </a>
            </Title>
            <p>{product.promise}</p>
            <p className="tools">{namesOf(product.integrations, 3)}</p>
            <p className="price">
              <b>{amount}</b> {per}
              <span>{`Set up in ${product.setupDays} days`}</span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
