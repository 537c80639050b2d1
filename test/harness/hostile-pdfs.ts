// A process that draws hostile agreements one after the other, and sends its parent what failed and its peak memory.
import { drawDocument } from '../../src/server/platform/documents/pdf-draw.ts'
import type { Sheet } from '../../src/server/platform/documents/sheet.ts'
import { inLane } from './lane.ts'
import { pathological } from './pathological.ts'

/** The texts of `pathological` that take the most memory. In the short lane, one for each part of a PDF. */
const WORST = inLane(
  ['table with rows of one word', 'a quote that goes on without its mark', 'emoji'],
  [
    'table, wide head and short rows',
    'table with rows of one word',
    'a long address used in many paragraphs',
    'a quote that goes on without its mark',
    'lines',
    'short rows',
    'mail addresses',
    'emoji',
  ],
)
const texts = pathological(Number(process.argv[2]))
const failed: string[] = []
for (const name of WORST) {
  const text = texts[name]
  try {
    if (text === undefined) throw new Error('There is no such text.')
    const sheet: Sheet = {
      title: 'Agreement',
      number: 'A-1',
      subject: 'x',
      from: { name: 'Millwright', email: 'support@millwright.example' },
      base: 'https://portal.example',
      at: '2026-11-20T10:00:00Z',
      blocks: [{ is: 'markdown', text }],
    }
    await drawDocument(sheet, undefined, () => {})
  } catch (e) {
    failed.push(`${name}: ${e}`)
  }
}
process.send?.({ failed, megabytes: process.resourceUsage().maxRSS / 1024 })
process.disconnect()
