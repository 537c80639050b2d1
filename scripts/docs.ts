// npm run docs: writes the pages that are made from the code.
import { writeFileSync } from 'node:fs'
import { permissionsDocument } from '../test/permissions.ts'

writeFileSync('docs/permissions.md', permissionsDocument())
