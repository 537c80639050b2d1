import { Line } from './icons.tsx'
import { rich } from './rich.tsx'

/** What comes with it, or what it needs: a titled list, each point with the same mark. */
export function Terms({ heading, items, mark }: { heading: string; items: string[]; mark: string }) {
  return (
    <div className="terms">
      <h2>{heading}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Line d={mark} />
            <span>{rich(item)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
