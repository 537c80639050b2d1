import { Box, Chip, Drawing, type DrawingProps, Group, Mark, Person, Text, Wire } from './kit.tsx'

/** A question becomes a ticket, the estimate goes back for approval, and the minutes leave the hour block. */
export default function HourlyConsulting({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={306}>
      <Person x={46} y={84} at={8} />
      <Text x={46} y={120} what>
        Technician
      </Text>
      <Wire d="M70 56h148" at={0} />
      <Text x={142} y={46} what>
        Question
      </Text>
      <Box x={218} y={22} w={130} h={118} at={1} />
      <Text x={232} y={46} align="start">
        Ticket
      </Text>
      <path d="M232 62h98M232 76h70" />
      <Wire d="M218 90h-148" at={2} />
      <Chip x={106} y={79} w={74} label="40 min?" at={2.5} />
      <Mark x={238} y={112} at={4} />
      <Text x={256} y={116} align="start" kind="in" at={4}>
        Approved
      </Text>
      <Wire d="M218 130c-60 0-100 4-144-26" at={7} />
      <Text x={150} y={146} what>
        Answer
      </Text>
      <Wire d="M283 140v72" at={5} />
      <Text x={12} y={202} align="start">
        Hour block
      </Text>
      <rect x="12" y="214" width="336" height="38" rx="6" />
      <path className="block" d="M12 220a6 6 0 0 1 6-6h264v38h-264a6 6 0 0 1-6-6z" />
      <Group kind="out" at={6}>
        <path className="block" d="M282 214h66v38h-66z" />
      </Group>
      <path d="M79 214v38M146 214v38M213 214v38M280 214v38" />
      <Text x={348} y={276} align="end" kind="out" at={6}>
        200 minutes left
      </Text>
      <Text x={348} y={276} align="end" kind="in" at={6}>
        160 minutes left
      </Text>
    </Drawing>
  )
}
