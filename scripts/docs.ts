// npm run docs: writes the documents that are generated from the code and, with DATABASE_URL, from the database.
import { readdirSync, writeFileSync } from 'node:fs'
import { dataModelDocument } from '../test/data-model.ts'
import { permissionsDocument } from '../test/permissions.ts'
import { drawMap } from './draw-map.ts'

writeFileSync('docs/permissions.md', permissionsDocument())
writeFileSync('docs/map.svg', drawMap())
if (process.env.DATABASE_URL)
  writeFileSync('docs/data-model.md', await dataModelDocument(process.env.DATABASE_URL, readdirSync('src/server')))
