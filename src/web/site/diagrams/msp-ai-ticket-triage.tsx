import { Box, Chip, Drawing, type DrawingProps, Person, Sheet, Text, Wire } from './kit.tsx'

const gates = [
  ['Category', 'Network', 296, '', 2.5],
  ['Priority', 'P2', 204, 'warn', 4],
  ['Owner', 'Dana', 112, '', 5.5],
] as const

/** A ticket slides past three gates that stamp it and lands in a lane; an uncertain one turns off to a person. */
export default function TicketTriage({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={322}>
      <path d="M12 26h56v36h-56zl28 20l28-20" className="solid" />
      <Text x={40} y={80} what>
        Mail
      </Text>
      <Wire d="M68 44h32" at={0} />
      <Box x={100} y={22} w={112} h={44} label="Ticket in the PSA" at={1} />
      <Wire d="M212 44h124v88h-324" />
      <Wire d="M212 44h124v88h-40" at={1.5} />
      {gates.map(([name, stamp, x, tone, at]) => (
        <g key={name}>
          <path d={`M${x - 12} 148v-34a12 12 0 0 1 24 0v34`} />
          <Text x={x} y={164} what>
            {name}
          </Text>
          <Chip x={x - 36} y={172} w={72} label={stamp} tone={tone} at={at} />
        </g>
      ))}
      <Wire d="M296 132h-92" at={2.5} />
      <Wire d="M204 132h-92" at={4} />
      <Wire d="M112 132h-100v118h70" at={5.5} />
      <path d="M82 230h266M82 266h266M82 302h266" />
      {['Dana', 'Lee'].map((name, i) => (
        <Text key={name} x={94} y={253 + i * 36} align="start">
          {name}
        </Text>
      ))}
      <Sheet x={136} y={238} w={44} h={20} lines={1} kind="block in left" at={6.5} />
      <path d="M192 238h36v20h-36zM136 274h50v20h-50z" />
      <Wire d="M296 132v66c0 50 22 50 22 64" kind="dash" at={7.5} />
      <Person x={318} y={274} at={8.5} />
      <Text x={296} y={288} what align="end">
        Unsure
      </Text>
    </Drawing>
  )
}
