import { Box, Drawing, type DrawingProps, Group, Mark, Text, Wire } from './kit.tsx'

const counters = [
  ['Distributor', '48', 20, 126, 0],
  ['Microsoft 365', '48', 140, 126, 1],
  ['Agreement', '45', 260, 98, 2],
] as const

/** Three counters for one client. Two agree, the third lags, and the difference becomes a ticket. */
export default function LicenseCompliance({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={322}>
      <path className="axis" d="M12 62h336" />
      {counters.map(([name, count, x, height, at]) => (
        <g key={name}>
          <path d={`M${x} 40v148h84v-148`} />
          <Box x={x + 8} y={188 - height} w={68} h={height} kind="block rise" at={at} />
          <Group kind="in" at={at + 1}>
            <text className="big" x={x + 42} y={150}>
              {count}
            </text>
          </Group>
          <Text x={x + 42} y={208}>
            {name}
          </Text>
        </g>
      ))}
      <Text x={12} y={24} what align="start">
        One client’s licenses
      </Text>
      <Box x={268} y={62} w={68} h={28} kind="in bad dash" at={5} />
      <Text x={302} y={81} kind="in" at={5}>
        3 short
      </Text>
      <Wire d="M336 76h18v176h-114" at={6} />
      <Group kind="in above" at={7}>
        <rect className="hot" x="120" y="232" width="120" height="70" rx="6" />
        <Text x={180} y={256}>
          Ticket
        </Text>
        <Text x={180} y={276} what>
          3 not billed
        </Text>
      </Group>
      <Mark x={240} y={232} at={8} />
    </Drawing>
  )
}
