import { brand } from '../../../brand.config.ts'
import './shaft.css'

type Wheel = { x: number; y: number; r: number }

const mill: Wheel = { x: 240, y: 210, r: 66 }
const pulleys = [
  { x: 68, y: 86, r: 24, name: 'RMM', work: 'alert' },
  { x: 412, y: 86, r: 24, name: 'PSA', work: 'ticket' },
  { x: 412, y: 334, r: 24, name: 'Microsoft 365', work: 'license change' },
  { x: 68, y: 334, r: 24, name: 'Billing', work: 'invoice line' },
] as const

const at = (wheel: Wheel, angle: number) =>
  `${(wheel.x + wheel.r * Math.cos(angle)).toFixed(1)} ${(wheel.y + wheel.r * Math.sin(angle)).toFixed(1)}`

/** Returns the two outer tangents between the mill and a pulley, where the belt leaves the wheels. */
function tangents(to: Wheel) {
  const towards = Math.atan2(to.y - mill.y, to.x - mill.x)
  const off = Math.acos((mill.r - to.r) / Math.hypot(to.x - mill.x, to.y - mill.y))
  return { one: towards + off, other: towards - off }
}

function belt(to: Wheel) {
  const { one, other } = tangents(to)
  return `M${at(mill, one)}L${at(to, one)}A${to.r} ${to.r} 0 0 0 ${at(to, other)}L${at(mill, other)}`
}

/** Returns a path along one belt into the mill, around it, and out along another belt. */
function flow(from: Wheel, to: Wheel) {
  const into = tangents(from).one
  const out = tangents(to).other
  return `M${at(from, into)}L${at(mill, into)}A${mill.r} ${mill.r} 0 1 1 ${at(mill, out)}L${at(to, out)}`
}

const spokes = (wheel: Wheel, from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count
    return `M${at({ ...wheel, r: from }, angle)}L${at({ ...wheel, r: to }, angle)}`
  }).join('')

/** The landing page's drawing: a mill's line shaft whose belts carry work from one tool to the next. */
export function LineShaft() {
  return (
    <svg
      className="shaft"
      viewBox="0 4 480 412"
      role="img"
      aria-label={`Drawing of a wheel with four belts. An alert in your RMM becomes a ticket in your PSA. A license change in Microsoft 365 becomes an invoice line in billing. ${brand.shortName} is the wheel that connects them.`}
    >
      <path className="axis" d="M20 86h440M20 334h440M68 54v312M412 54v312M240 110v200M120 210h240" />
      {pulleys.map((pulley) => (
        <path key={pulley.name} className="belt" d={belt(pulley)} />
      ))}
      <g className="turn">
        <circle cx={mill.x} cy={mill.y} r={mill.r} />
        <circle cx={mill.x} cy={mill.y} r={mill.r - 10} />
        <circle cx={mill.x} cy={mill.y} r="16" />
        <path d={spokes(mill, 16, mill.r - 10, 8)} />
      </g>
      <circle className="hub" cx={mill.x} cy={mill.y} r="6" />
      <path className="work" d={flow(pulleys[0], pulleys[1])} pathLength="100" />
      <path className="work late" d={flow(pulleys[2], pulleys[3])} pathLength="100" />
      {pulleys.map((pulley, i) => (
        <g key={pulley.name}>
          <g className="turn fast">
            <circle className={['', 'lit', '', 'lit late'][i]} cx={pulley.x} cy={pulley.y} r={pulley.r} />
            <path d={spokes(pulley, 6, pulley.r, 4)} />
            <circle cx={pulley.x} cy={pulley.y} r="6" />
          </g>
          <text x={pulley.x} y={pulley.y < mill.y ? pulley.y - 58 : pulley.y + 52}>
            {pulley.name}
          </text>
          <text className="what" x={pulley.x} y={pulley.y < mill.y ? pulley.y - 38 : pulley.y + 72}>
            {pulley.work}
          </text>
        </g>
      ))}
    </svg>
  )
}
