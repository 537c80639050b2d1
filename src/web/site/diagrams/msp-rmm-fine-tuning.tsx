import { Box, Drawing, type DrawingProps, Group, Mark, Text, Wheel, Wire } from './kit.tsx'

const drops = Array.from(
  { length: 33 },
  (_, i) => [24 + (i % 11) * 31, 62 + Math.floor(i / 11) * 24 + (i % 3) * 4] as const,
)
const kept = [
  [117, 2],
  [179, 3],
  [241, 4],
] as const

/** Alerts fall through a sieve. The few that remain turn a repair wheel, and one becomes a ticket. */
export default function RmmFineTuning({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={326}>
      <Box x={12} y={12} w={336} h={32} label="RMM" />
      {drops.map(([x, y], i) => (
        <Group key={`${x} ${y}`} kind={`fall f${i % 5}`}>
          <circle cx={x} cy={y} r="4" />
        </Group>
      ))}
      <path className="thick dash" d="M12 134h336" />
      <Text x={12} y={156} what align="start">
        Noise stops here
      </Text>
      {kept.map(([x, at]) => (
        <g key={x}>
          <circle className="hot" cx={x} cy="84" r="5" />
          <Wire d={`M${x} 90V150c0 30 ${150 - x} 20 ${150 - x} 48`} at={at} />
        </g>
      ))}
      <path d="M60 186h180v98h-180zM36 284h228" />
      <Wheel x={150} y={234} r={34} />
      <Text x={72} y={206} what align="start">
        Device
      </Text>
      <Mark x={84} y={252} at={5} />
      <Mark x={108} y={268} at={6} />
      <Wire d="M240 234h32" at={7} />
      <Group kind="in left" at={7.5}>
        <rect className="hot" x="272" y="196" width="76" height="70" rx="6" />
        <Text x={310} y={222}>
          Ticket
        </Text>
        <Text x={310} y={242} what>
          in the PSA
        </Text>
      </Group>
      <Text x={150} y={308} what>
        Two repaired, one ticket
      </Text>
    </Drawing>
  )
}
