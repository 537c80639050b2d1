import { Chip, Drawing, type DrawingProps, Group, Person, Sheet, Text, Wire } from './kit.tsx'

const days = [
  ['Estimate', 'Day 0', 48, 0.5, false],
  ['Message 1', 'Day 3', 136, 2, false],
  ['Message 2', 'Day 7', 224, 4, false],
  ['Reply', 'Day 8', 312, 6, true],
] as const

/** An estimate goes out, a clock starts, two messages follow, and a reply stops the clock. */
export default function FollowUpAgent({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={308}>
      <circle cx="180" cy="80" r="58" />
      <path d="M180 26v8M180 126v8M126 80h8M226 80h8" />
      <g className="hands">
        <path className="hot thick" d="M180 80v-38" />
      </g>
      <path d="M180 80l20 14" />
      <circle className="hot" cx="180" cy="80" r="4" />
      <Chip x={144} y={127} w={72} label="Stopped" at={7} />
      <path className="axis" d="M12 214h336" />
      {days.map(([name, day, x, at, back]) => (
        <g key={name}>
          <circle className={back ? 'hot' : undefined} cx={x} cy="214" r="4" />
          <Group kind={`in ${back ? 'below' : 'left'}`} at={at}>
            <path className={back ? 'block' : 'solid'} d={`M${x - 26} 164h52v36h-52zl26 20 26-20`} />
          </Group>
          <Text x={x} y={238}>
            {name}
          </Text>
          <Text x={x} y={256} what>
            {day}
          </Text>
        </g>
      ))}
      <Wire d="M48 214h76" at={1} />
      <Wire d="M136 214h76" at={3} />
      <Wire d="M224 214h76" at={5} />
      <Wire d="M312 164v-56" at={7} />
      <Person x={312} y={84} at={8} />
      <Text x={312} y={50} what>
        Owner
      </Text>
      <path d="M16 88h64M24 88v30M72 88v30" />
      <Sheet x={30} y={46} w={36} h={42} lines={3} at={0} kind="dim" />
      <Wire d="M48 92v72" at={0} />
    </Drawing>
  )
}
