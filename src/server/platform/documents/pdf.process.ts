// Draws one sheet in a process of its own, so that it cannot block or end the server.
import { answerAll } from '../bounded-work.ts'
import { drawDocument } from './pdf-draw.ts'
import type { Sheet } from './sheet.ts'

/** The document to draw. */
export type Drawing = { sheet: Sheet; fonts: string | undefined }

answerAll<Drawing, Uint8Array>(({ sheet, fonts }, tell) => drawDocument(sheet, fonts, tell))
