import { Line } from './icons.tsx'
import { renderRich } from './rich.tsx'

/** A titled list, such as what is included or required. All items have the same mark. */
export function Terms({ heading, items, mark }: { heading: string; items: string[]; mark: string }) {
  return (
    <div className="terms">
      <h2>{heading}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Line d={mark} />
            <span>{renderRich(item)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
