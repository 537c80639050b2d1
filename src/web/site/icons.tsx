import type { IconName } from './paths.ts'

/** The site's own icons, drawn on a 24 px grid. One path each keeps them small. */
const drawings: Record<IconName, string> = {
  box: 'M12 3 4 7.5v9l8 4.5 8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  bubble: 'M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12h5',
  chart: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6',
  check: 'M4 4h16v16H4zM8 12l3 3 5-6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2',
  compass: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M15.5 8.5l-2 5-5 2 2-5z',
  database: 'M4 6c0-4 16-4 16 0s-16 4-16 0v12c0 4 16 4 16 0V6M4 12c0 4 16 4 16 0',
  gauge: 'M5.5 19a9 9 0 1 1 13 0M12 14l4-5M4 13h2M18 13h2M12 5v2',
  handshake:
    'M8.5 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8M15.5 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11.2 12l1.6 0M15.5 5h4v4M8.5 19h-4v-4',
  key: 'M8 12a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 13l9-9M16 8l3 3M13.5 10.5l2 2',
  people:
    'M9 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M3 20c0-7 12-7 12 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2 .8 3 2.7 3 5.5',
  phone: 'M4 10v4M8 6v12M12 9v6M16 4v16M20 10v4',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  route: 'M6 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4M18 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4M8 6h7a3 3 0 0 1 0 6H9a3 3 0 0 0 0 6h7',
  sparkle: 'M12 3c.5 6 3 8.5 9 9-6 .5-8.5 3-9 9-.5-6-3-8.5-9-9 6-.5 8.5-3 9-9',
  tag: 'M4 4h8l8.5 8.5-8 8L4 12zM8 8h.01',
}

/** A decorative icon in the color of the surrounding text. */
export function Icon({ name }: { name: IconName }) {
  return <Line d={drawings[name]} />
}

/** Draws a path in the icons' style, for marks that are not a service's icon. */
export function Line({ d, className = 'icon' }: { d: string; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

/** Marks used by the layout and by lists. */
export const marks = {
  check: 'm5 12.5 4.5 4.5L19 7.5',
  down: 'm7 10 5 5 5-5',
  open: 'M7 7h10v10H7z',
  out: 'M8 16 17 7M9 7h8v8',
  right: 'M5 12h14M13 6l6 6-6 6',
}
