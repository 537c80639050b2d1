import { Box, Drawing, type DrawingProps, Group, Mark, Pen, Person, Sheet, Text, Wire } from './kit.tsx'

const tracks = [
  ['Account', 48],
  ['License', 116],
  ['Laptop', 184],
  ['Calendar', 252],
] as const

/** A signed offer starts four tracks toward one door. Each track gets a check mark, and the door opens. */
export default function Onboarding({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={304}>
      <Sheet x={12} y={112} w={62} h={76} lines={4} at={0} kind="in left" />
      <Pen d="M22 172c8-14 12 8 20-4s10 4 18 0" at={0.5} />
      <Text x={43} y={210} what>
        Signed offer
      </Text>
      {tracks.map(([name, y], i) => (
        <g key={name}>
          <Wire d={`M74 150c26 0 14 ${y - 150} 38 ${y - 150}`} at={1} />
          <Wire d={`M112 ${y}h150`} at={2 + i * 0.5} />
          <Box x={124} y={y - 16} w={86} h={32} label={name} at={2.3 + i * 0.5} />
          <Mark x={240} y={y} at={4 + i * 0.8} />
        </g>
      ))}
      <path d="M262 48v204M262 150h14" />
      <path d="M276 268v-180h60v180M262 268h90" />
      <Group kind="out" at={7.5}>
        <path className="solid" d="M276 88h60v180h-60zM326 180v8" />
      </Group>
      <Group kind="in" at={7.5}>
        <path className="block" d="M276 88l22 16v180l-22-16z" />
      </Group>
      <Group kind="in right" at={8}>
        <Person x={318} y={252} />
      </Group>
      <Text x={306} y={76}>
        Day one
      </Text>
    </Drawing>
  )
}
