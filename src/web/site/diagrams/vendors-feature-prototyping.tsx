import { Drawing, type DrawingProps, Group, Mark, Pen, Person, Text, Wire } from './kit.tsx'

/** A thin slice is cut from the roadmap, is tried by three customers and drops into one of three trays. */
export default function FeaturePrototyping({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={316}>
      <path className="solid" d="M14 40l28-18h94v92l-28 18h-94zM14 40h94v92M108 40l28-18" />
      <Text x={60} y={92}>
        Roadmap
      </Text>
      <Pen d="M122 20v116" at={0.5} kind="dash" />
      <Group kind="in left" at={1}>
        <path className="block" d="M164 40l14-9v92l-14 9z" />
      </Group>
      <Text x={170} y={152} what>
        Slice
      </Text>
      <Wire d="M182 78h166v104h-306" />
      <Wire d="M182 78h36" at={2} />
      {[232, 274, 316].map((x, i) => (
        <g key={x}>
          {i < 2 && <Wire d={`M${x} 78h42`} at={3 + i} />}
          <Person x={x} y={78} at={3 + i} />
        </g>
      ))}
      <Text x={274} y={116} what>
        Three customers
      </Text>
      <Wire d="M348 78v104h-284" at={5} />
      <Wire d="M64 182v34" at={6} />
      <path d="M180 182v34M296 182v34" />
      {['Build', 'Change', 'Drop'].map((name, i) => (
        <g key={name}>
          <path d={`M${18 + i * 116} 216v76h92v-76`} />
          <Text x={64 + i * 116} y={310}>
            {name}
          </Text>
        </g>
      ))}
      <Group kind="in above" at={6.8}>
        <path className="block" d="M57 234l14-9v52l-14 9z" />
      </Group>
      <Mark x={110} y={216} at={7.5} />
    </Drawing>
  )
}
