// The files of public/ are served as they are, so no build step notices a broken one.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { expect, test } from 'vitest'

const FOLDER = path.resolve(import.meta.dirname, '../public')
const PNG = '89504e470d0a1a0a'

/** Throws if the content is not what the file's name says. */
const CHECKS: Record<string, (content: Buffer, name: string) => void> = {
  '.png': (content, name) => {
    expect(content.subarray(0, 8).toString('hex')).toBe(PNG)
    const size = /-(\d+)\.png$/.exec(name)?.[1]
    if (size) expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([Number(size), Number(size)])
  },
  '.svg': (content) => {
    // An SVG without visible shapes has no bounding box.
    expect(new Resvg(content).getBBox()).toBeDefined()
  },
  '.json': (content) => {
    JSON.parse(content.toString())
  },
}

test.each(readdirSync(FOLDER))('public/%s is what its name says', (name) => {
  const check = CHECKS[path.extname(name)]
  if (!check) throw new Error(`Add a check for files such as ${name}.`)
  check(readFileSync(path.join(FOLDER, name)), name)
})
