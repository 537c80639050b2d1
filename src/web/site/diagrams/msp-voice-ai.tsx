import { Box, Chip, Drawing, type DrawingProps, Pen, Text, Wire } from './kit.tsx'

const handset = (x: number, y: number) => `M${x} ${y}c0 22 16 38 38 38v-12l-11-4-5 5c-5-2-9-6-11-11l5-5-4-11z`

const wave = [6, 14, 26, 12, 34, 44, 24, 16, 36, 48, 30, 18, 8, 24, 40, 46, 28, 14, 32, 20, 38, 26, 12]
  .map((height, i) => `M${94 + i * 11} ${42 - height / 2}v${height}`)
  .join('')

/**
 * An AI answers a call and says that it is one. The number is matched to a contact, the ticket fills, and an
 * emergency rings on-call.
 */
export default function VoiceAi({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={322}>
      <path d={handset(20, 26)} className="hot" />
      <Pen d="M50 22a18 18 0 0 1 10 16M54 12a28 28 0 0 1 16 26" at={0} />
      <path d={wave} />
      <Pen d={wave} at={0.5} />
      <Text x={92} y={84} what align="start" kind="in" at={1}>
        “This is an AI assistant. This call
      </Text>
      <Text x={92} y={101} what align="start" kind="in" at={1}>
        is recorded and transcribed.”
      </Text>
      <Wire d="M44 66v50" at={2} />
      <Box x={12} y={116} w={140} h={84} at={3} />
      <Text x={26} y={138} what align="start">
        PSA
      </Text>
      <Text x={26} y={162} align="start">
        555 0142
      </Text>
      <Text x={26} y={184} align="start" kind="in" at={3.5}>
        Maria, Northgate
      </Text>
      <Wire d="M152 158h44" at={4} />
      <rect x="196" y="116" width="152" height="112" rx="6" />
      <Text x={210} y={138} what align="start">
        Ticket
      </Text>
      {['Maria, Northgate', 'Server is down', 'Whole office'].map((line, i) => (
        <Text key={line} x={210} y={162 + i * 24} align="start" kind="in" at={4.5 + i * 0.8}>
          {line}
        </Text>
      ))}
      <Wire d="M272 228v46h-96" kind="dash" at={7} />
      <Chip x={222} y={240} w={100} label="Emergency" tone="bad" at={7} />
      <rect x="148" y="246" width="28" height="54" rx="5" />
      <path d="M158 292h8" />
      <Pen d="M138 262a14 14 0 0 0 0 22M128 254a26 26 0 0 0 0 38" at={8} />
      <Text x={112} y={278} align="end">
        On call
      </Text>
    </Drawing>
  )
}
