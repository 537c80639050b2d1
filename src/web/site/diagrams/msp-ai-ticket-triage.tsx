import { Box, Chip, Drawing, type DrawingProps, Mark, Person, Sheet, Text, Wire } from './kit.tsx'

const gates = [
  ['Category', 'Network', 98, '', 2.3],
  ['Priority', 'P2', 192, 'warn', 3.7],
  ['Suggested', 'Dana', 286, '', 5.1],
] as const

/** A ticket passes three gates. The dispatcher accepts the suggestion, and it lands in a lane or goes to a person. */
export default function TicketTriage({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={322}>
      <path d="M12 18h56v36h-56zl28 20l28-20" className="solid" />
      <Text x={40} y={72} what>
        Email
      </Text>
      <Wire d="M68 36h40" at={0} />
      <Box x={108} y={14} w={128} h={44} label="Ticket in the PSA" at={1} />
      <path d="M172 58v26H18v48H348v118H306" />
      <Wire d="M172 58v26H18v48H98" at={1.5} />
      {gates.map(([name, stamp, x, tone, at]) => (
        <g key={name}>
          <path d={`M${x - 12} 150v-32a12 12 0 0 1 24 0v32`} />
          <Text x={x} y={168} what>
            {name}
          </Text>
          <Chip x={x - 36} y={176} w={72} label={stamp} tone={tone} at={at} />
        </g>
      ))}
      <Wire d="M98 132h94" at={2.8} />
      <Wire d="M192 132h94" at={4.2} />
      <Wire d="M286 132H348v118H306" at={5.6} />
      <Mark x={348} y={214} at={6} />
      <Text x={334} y={218} align="end" what>
        Dispatcher
      </Text>
      <path d="M104 230h202M104 270h202M104 310h202" />
      {['Dana', 'Lee'].map((name, i) => (
        <Text key={name} x={114} y={255 + i * 40} align="start">
          {name}
        </Text>
      ))}
      <path d="M158 239h40v22h-40zM158 279h54v22h-54z" />
      <Sheet x={210} y={239} w={54} h={22} lines={1} at={6.5} kind="block in right" />
      <Wire d="M18 132v88c0 20 26 10 26 32" kind="dash" at={7.5} />
      <Person x={44} y={270} at={8.5} />
      <Text x={44} y={304} what>
        Unsure
      </Text>
    </Drawing>
  )
}
