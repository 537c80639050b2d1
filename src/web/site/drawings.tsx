import { brand } from '../../../brand.config.ts'
import './shaft.css'

/* Drawings for the pages about the provider. Line style, timing and motion match the landing page's line shaft. */

const spokes = (x: number, y: number, from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count
    const at = (r: number) => `${(x + r * Math.cos(angle)).toFixed(1)} ${(y + r * Math.sin(angle)).toFixed(1)}`
    return `M${at(from)}L${at(to)}`
  }).join('')

function Wheel({ x, y, r, fast }: { x: number; y: number; r: number; fast?: boolean }) {
  return (
    <g className={fast ? 'turn fast' : 'turn'}>
      <circle cx={x} cy={y} r={r} />
      <circle cx={x} cy={y} r={r - 6} />
      <circle cx={x} cy={y} r={r * 0.24} />
      <path d={spokes(x, y, r * 0.24, r - 6, fast ? 4 : 8)} />
    </g>
  )
}

/** `/about`: an assembled machine with three labels: finished, hosted and maintained. */
export function Assembly() {
  return (
    <svg
      className="shaft"
      viewBox="0 4 480 412"
      role="img"
      aria-label="Drawing of a complete machine. Work goes in on one side and the result comes out on the other. Three labels point to it: finished, hosted and maintained."
    >
      <path className="axis" d="M8 226h464M186 120v240M310 120v240" />
      <rect x="104" y="150" width="272" height="152" rx="12" />
      <path d="M84 302h312v26H84zM112 328v20M368 328v20M92 348h40M348 348h40" />
      <path className="belt" d="M186 174 310 198M186 278l124-24" />
      <Wheel x={186} y={226} r={52} />
      <Wheel x={310} y={226} r={28} fast />
      <circle className="hub" cx="186" cy="226" r="5" />
      <path className="work" d="M8 226H134A52 52 0 0 1 186 174L310 198A28 28 0 0 1 338 226H472" pathLength="100" />
      <path d="M118 98v44l22 22M362 98v74l-26 32M240 328v40" />
      <circle cx="140" cy="164" r="3" />
      <circle cx="336" cy="204" r="3" />
      <circle cx="240" cy="328" r="3" />
      <text x="118" y="64">
        Finished
      </text>
      <text className="what" x="118" y="86">
        does one job
      </text>
      <text x="362" y="64">
        Maintained
      </text>
      <text className="what" x="362" y="86">
        repaired by us
      </text>
      <text x="240" y="388">
        Hosted
      </text>
      <text className="what" x="240" y="409">
        on our side
      </text>
      <text className="what" x="42" y="214">
        work in
      </text>
      <text className="what" x="430" y="214">
        result out
      </text>
    </svg>
  )
}

const stations = [
  { name: 'Map', x: 240, y: 92, tx: 240, ty: 66 },
  { name: 'Build', x: 358, y: 210, tx: 404, ty: 216 },
  { name: 'Run', x: 240, y: 328, tx: 240, ty: 366 },
  { name: 'Repair', x: 122, y: 210, tx: 68, ty: 216 },
]

/** `/who-we-are`: four kinds of work on one line, with one team in the middle. */
export function Circuit() {
  return (
    <svg
      className="shaft"
      viewBox="0 24 480 372"
      role="img"
      aria-label={`Drawing of a ring with four stations: map, build, run and repair. A line leads from each one to a wheel in the middle, the team at ${brand.shortName}.`}
    >
      <path className="axis" d="M240 106v208M136 210h208" />
      <circle cx="240" cy="210" r="118" />
      <circle cx="240" cy="210" r="106" />
      <path className="axis" d="M240 154v-58M240 266v58M184 210h-58M296 210h58" />
      <Wheel x={240} y={210} r={54} />
      <circle className="hub" cx="240" cy="210" r="5" />
      <path className="work" d="M240 92a118 118 0 0 1 0 236a118 118 0 0 1 0-236" pathLength="100" />
      {stations.map(({ name, x, y, tx, ty }) => (
        <g key={name}>
          <circle cx={x} cy={y} r="13" />
          <circle cx={x} cy={y} r="4" className="hub" />
          <text x={tx} y={ty}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}

const bars = (from: number, heights: number[]) =>
  heights.map((height, i) => `M${from + i * 12} ${118 - height / 2}v${height}`).join('')

/** `/voice-ai-agent`: a voice on the line becomes a ticket and, if it is urgent, a phone call. */
export function Call() {
  return (
    <svg
      className="shaft"
      viewBox="0 36 480 364"
      role="img"
      aria-label="Drawing of a call. The caller and the agent take turns speaking. The agent writes a ticket. If the call is urgent, the phone of the on-call engineer rings."
    >
      <path className="axis" d="M76 118h328M404 142v92M348 290h-192" />
      <path className="lit" d={bars(108, [8, 24, 44, 18, 60, 34, 48, 22, 8])} />
      <path className="lit late" d={bars(248, [8, 18, 48, 24, 60, 44, 18, 34, 8])} />
      <circle cx="60" cy="118" r="26" />
      <path d="M52 108c0 12 8 20 20 20v-6l-6-2-3 3c-3-1-5-3-6-6l3-3-2-6z" />
      <circle cx="404" cy="118" r="26" />
      <circle cx="404" cy="118" r="14" />
      <circle className="hub" cx="404" cy="118" r="5" />
      <rect x="348" y="234" width="112" height="112" rx="8" />
      <path d="M364 258h44M364 278h80M364 296h80M364 314h52" />
      <rect x="92" y="254" width="44" height="76" rx="8" />
      <path d="M108 320h12" />
      <path className="lit late" d="M80 272a28 28 0 0 0 0 40M64 262a46 46 0 0 0 0 60M148 272a28 28 0 0 1 0 40" />
      <path className="work" d="M404 144V234M348 290H136" pathLength="100" />
      <text x="60" y="74">
        Caller
      </text>
      <text x="404" y="74">
        Agent
      </text>
      <text x="404" y="376">
        Ticket
      </text>
      <text x="114" y="362">
        On call
      </text>
      <text className="what" x="242" y="278">
        if urgent
      </text>
    </svg>
  )
}
