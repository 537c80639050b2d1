import { Box, Drawing, type DrawingProps, Group, Mark, Text, Wire } from './kit.tsx'

const tables = [
  ['Clients', 66, 2],
  ['Time', 180, 1],
  ['Agreements', 294, 3],
] as const

/** A question becomes a query, pulls a few rows from three tables and lines them up under one answer. */
export default function TalkToYourData({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={314}>
      <rect x="12" y="12" width="336" height="38" rx="19" />
      <Text x={30} y={36} align="start" kind="in" at={0}>
        Who used more hours than they paid for?
      </Text>
      <Wire d="M180 50v18" at={1} />
      <Group kind="in" at={1.5}>
        <rect className="hot" x="40" y="68" width="280" height="28" rx="6" />
        <text className="code" x="180" y="86">
          select client, used, paid …
        </text>
      </Group>
      {tables.map(([name, x, row]) => (
        <g key={name}>
          <Wire d={`M180 96c0 16 ${x - 180} 0 ${x - 180} 20`} at={2.5} />
          <Text x={x} y={134} what>
            {name}
          </Text>
          <path
            d={`M${x - 50} 142h100v72h-100zM${x - 50} 160h100M${x - 50} 178h100M${x - 50} 196h100M${x - 16} 142v72`}
          />
          <Box x={x - 50} y={142 + row * 18} w={100} h={18} kind="block in" at={3.5} />
          <Wire d={`M${x} ${160 + row * 18}V232`} at={4.5} />
        </g>
      ))}
      {tables.map(([name, x], i) => (
        <Box key={name} x={x - 50} y={274} w={100} h={28} kind="block in above" at={6 + i * 0.5} />
      ))}
      {['Northgate', '42 h used', '30 h paid'].map((cell, i) => (
        <Text key={cell} x={66 + i * 114} y={292} kind="small in" at={6.5 + i * 0.5}>
          {cell}
        </Text>
      ))}
      <Group kind="in" at={5.5}>
        <Box x={16} y={232} w={328} h={32} label="Northgate: 12 hours over" kind="hot" />
      </Group>
      <Mark x={344} y={232} at={8} />
    </Drawing>
  )
}
