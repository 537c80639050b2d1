// Fields, roles and errors that several files of this module share.

import { z } from 'zod'
import { Id } from '../base.ts'

/** A person as others see them: the name and nothing else. */
export const Person = z.object({ id: Id, name: z.string() })
export const oneLine = /^[^\r\n]*$/
export const deletedAnswer = z.object({ deleted: z.literal(true) })
