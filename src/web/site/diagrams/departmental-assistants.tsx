import { Drawing, type DrawingProps, Group, Mark, Person, Text, Wire } from './kit.tsx'

const desks = ['Sales', 'Finance', 'Operations', 'HR']

/** A late order passes two desks and stops at operations, where a draft is prepared. A person approves it. */
export default function DepartmentalAssistants({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={308}>
      <Group kind="in left" at={0}>
        <path className="solid" d="M14 14h118v26h-96l-8 8v-8h-14z" />
        <Text x={73} y={32}>
          Order is late
        </Text>
      </Group>
      <Wire d="M40 50v24h12" at={0.5} />
      <Wire d="M52 74h88" at={1.2} />
      <Wire d="M140 74h86" at={2.2} />
      <path d="M226 74h86" />
      <Wire d="M226 74v30" at={3.2} />
      {desks.map((name, i) => (
        <g key={name}>
          <path
            className={i === 2 ? 'hot' : undefined}
            d={`M${20 + i * 86} 104h64v34h-64zM${20 + i * 86} 121h64M${12 + i * 86} 176h80M${20 + i * 86} 176v24M${84 + i * 86} 176v24`}
          />
          <path
            d={`M${28 + i * 86} 121v-11M${36 + i * 86} 121v-9M${44 + i * 86} 121v-11M${58 + i * 86} 138v-11M${66 + i * 86} 138v-9`}
          />
          <Person x={52 + i * 86} y={161} at={i === 2 ? 4 : undefined} />
          <Text x={52 + i * 86} y={220}>
            {name}
          </Text>
        </g>
      ))}
      <Mark x={52} y={74} at={1.2} no />
      <Mark x={138} y={74} at={2.2} no />
      <Mark x={224} y={74} at={3.2} />
      <Wire d="M224 228v26h-46" at={5} />
      <Group kind="in right" at={5.8}>
        <path className="block" d="M58 238h112a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8h-112z" />
        <Text x={70} y={263} align="start">
          Draft note
        </Text>
        <path className="solid" d="M12 248h40v46h-40zM20 260h24M20 270h16M32 248v-8" />
      </Group>
      <Group kind="in above" at={7.5}>
        <rect className="hot" x="256" y="248" width="92" height="36" rx="4" transform="rotate(-4 302 266)" />
        <Text x={302} y={271}>
          Approved
        </Text>
      </Group>
    </Drawing>
  )
}
