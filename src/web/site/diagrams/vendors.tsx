import { Box, Drawing, type DrawingProps, Sheet, Text, Wire } from './kit.tsx'

const clients = [
  ['Client A', '12', 64, 0.5],
  ['Client B', '5', 180, 1.5],
  ['Client C', '18', 296, 2.5],
] as const

/** Usage climbs from each client to the partner and comes down as a line on that client’s invoice. */
export default function Vendors({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={326}>
      <path className="dash" d="M12 12h336v196h-336z" />
      <Text x={24} y={32} what align="start">
        Your product
      </Text>
      <Box x={118} y={26} w={124} h={48} label="Partner" at={0} />
      <Text x={334} y={55} align="end" kind="in" at={5}>
        35 seats
      </Text>
      <path className="dash" d="M242 50h26" />
      {clients.map(([name, seats, x, at]) => (
        <g key={name}>
          <Wire d={`M${x} 144v-24${x === 180 ? '' : 'H180'}v-46`} at={at + 1} />
          <Box x={x - 46} y={144} w={92} h={48} label={name} what={`${seats} seats`} at={at} />
          <Wire d={`M${x} 192v44`} at={at + 4} />
          <Sheet x={x - 42} y={236} w={84} h={78} lines={0} />
          <Text x={x} y={256} what>
            Invoice
          </Text>
          <path d={`M${x - 30} 268h60`} />
          <Text x={x - 30} y={290} kind="small start in" at={at + 5}>
            Seats
          </Text>
          <Text x={x + 30} y={290} kind="small end in" at={at + 5}>
            {seats}
          </Text>
        </g>
      ))}
    </Drawing>
  )
}
