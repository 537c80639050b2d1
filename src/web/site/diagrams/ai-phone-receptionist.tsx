import { Box, Drawing, type DrawingProps, Pen, Person, Sheet, Text, Wire } from './kit.tsx'

/** A call reaches a desk that says it is an AI, then takes one of three tracks. */
export default function PhoneReceptionist({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={318}>
      <rect x="160" y="10" width="40" height="62" rx="7" />
      <path d="M174 62h12" />
      <Pen
        d="M150 26a22 22 0 0 0 0 30M140 18a34 34 0 0 0 0 46M210 26a22 22 0 0 1 0 30M220 18a34 34 0 0 1 0 46"
        at={0}
      />
      <Wire d="M180 72v32" at={1} />
      <Box x={116} y={104} w={128} h={40} label="AI assistant" at={2} />
      <path className="thick" d="M84 144h192M100 144v20M260 144v20" />
      <Wire d="M132 144c0 40-68 20-68 64" at={3} />
      <Wire d="M180 144v64" at={4.5} />
      <Wire d="M228 144c0 40 68 20 68 64" at={6} />
      <path className="solid" d="M16 208h96v74h-96zM16 226h96M48 226v56M80 226v56M16 254h96M32 202v12M96 202v12" />
      <Box x={50} y={228} w={28} h={24} kind="block in" at={4} />
      <path d="M132 238v44h96v-44M132 262h28l8 10h24l8-10h28" />
      <Sheet x={154} y={212} w={52} h={42} lines={3} at={5.5} kind="in above" />
      <circle cx="296" cy="244" r="36" />
      <Person x={296} y={242} at={7} />
      {['Booked', 'Message', 'Urgent'].map((name, i) => (
        <Text key={name} x={64 + i * 116} y={306}>
          {name}
        </Text>
      ))}
    </Drawing>
  )
}
