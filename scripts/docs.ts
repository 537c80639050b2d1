// npm run docs: writes the documents that are generated from the code and, with DATABASE_URL, from the database.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { catalogText } from '../src/server/platform/database/catalog.ts'
import { dataModelDocuments } from '../test/data-model.ts'
import { releaseFile } from '../test/functions-release.ts'
import { permissionsDocument } from '../test/permissions.ts'
import { drawMap } from './draw-map.ts'

writeFileSync('docs/permissions.md', permissionsDocument())
writeFileSync('docs/map.svg', drawMap())
writeFileSync('database/functions/release.json', releaseFile())
if (process.env.DATABASE_URL) {
  const documents = await dataModelDocuments(process.env.DATABASE_URL, readdirSync('src/server'))
  mkdirSync('docs/data-model', { recursive: true })
  for (const [file, text] of documents) writeFileSync(file, text)
  writeFileSync('database/catalog.txt', await catalogText(process.env.DATABASE_URL))
}
