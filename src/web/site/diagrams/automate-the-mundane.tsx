import { Box, Chip, Drawing, type DrawingProps, Group, Mark, Person, Text, Wheel, Wire } from './kit.tsx'

/** The same chore fills every Friday. A machine names, matches and files it, and one unclear slip comes back. */
export default function Mundane({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={318}>
      <rect x="12" y="14" width="176" height="132" rx="6" />
      <path d="M12 40h176M47 40v106M82 40v106M117 40v106M152 40v106M12 66h176M12 93h176M12 119h176" />
      {['Mo', 'Tu', 'We', 'Th', 'Fr'].map((day, i) => (
        <Text key={day} x={30 + i * 35} y={32} what>
          {day}
        </Text>
      ))}
      {[0, 1, 2, 3].map((i) => (
        <g key={i}>
          <path className="pale" d={`M159 ${46 + i * 26.5}h22v14h-22z`} />
          <Group kind="off-right" at={1 + i}>
            <path className="block" d={`M159 ${46 + i * 26.5}h22v14h-22z`} />
          </Group>
        </g>
      ))}
      <Wire d="M188 80h92v38" at={1.8} />
      <Box x={222} y={118} w={126} h={70} />
      <Wheel x={252} y={153} r={20} />
      {['Name', 'Match', 'File'].map((name, i) => (
        <Text key={name} x={286} y={142 + i * 18} kind="small start in" at={2.5 + i * 0.7}>
          {name}
        </Text>
      ))}
      <Wire d="M308 188v38" at={5} />
      <path d="M260 226h88v80h-88zM260 266h88M296 240h16M296 280h16" className="solid" />
      <Mark x={348} y={226} at={6} />
      <Wire d="M248 188v70h-76" kind="dash" at={6.5} />
      <Group kind="in right" at={7}>
        <path className="warn slip" d="M112 234l52-6 4 36-52 6z" />
        <Text x={140} y={255}>
          Check
        </Text>
      </Group>
      <Person x={36} y={242} at={8} />
      <Wire d="M110 252h-54" at={7.5} />
      <Chip x={12} y={278} w={46} label="Yes" at={8.5} />
      <Chip x={64} y={278} w={42} label="No" tone="mild" at={8.5} />
    </Drawing>
  )
}
