import { crc32, deflateSync } from 'node:zlib'

type Color = [red: number, green: number, blue: number]

/** A 5 x 7 pixel font, characters 32 to 126, five columns each, lowest bit on top. */
const font = Buffer.from(
  '000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c2241000041221c00' +
    '2a1c7f1c2a08083e080800807030000808080808000060600020100804023e5149453e00427f400072494949462141494d33' +
    '1814127f1027454545393c4a49493141211109073649494936464949291e0000363600004034000000081422411414141414' +
    '004122140802015909063e415d594e7c1211127c7f494949363e414141227f4141413e7f494949417f090909013e41415173' +
    '7f0808087f00417f41002040413f017f081422417f404040407f021c027f7f0408107f3e4141413e7f090909063e4151215e' +
    '7f09192946264949493203017f01033f4040403f1f2040201f3f4038403f631408146303047804036159494d43007f414141' +
    '0204081020004141417f04020102044040404040000307080020545478407f284444383844444428384444287f3854545418' +
    '00087e090218a4a49c787f0804047800447d40002040403d007f1028440000417f40007c047804787c080404783844444438' +
    'fc1824241818242418fc7c08040408485454542404043f44243c4040207c1c2040201c3c4030403c44281028444c9090907c' +
    '4464544c440008364100000077000000413608000201020402',
  'hex',
)

/** A small canvas of plain rectangles and pixel text, enough to draw a believable screenshot. */
export class Picture {
  readonly width: number
  readonly height: number
  private readonly pixels: Uint8Array

  constructor(width: number, height: number, background: Color) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height * 3)
    this.rect(0, 0, width, height, background)
  }

  rect(left: number, top: number, width: number, height: number, color: Color) {
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y++) {
      for (let x = Math.max(0, left); x < Math.min(this.width, left + width); x++) {
        this.pixels.set(color, (y * this.width + x) * 3)
      }
    }
  }

  text(left: number, top: number, text: string, color: Color, scale = 2) {
    for (const [index, char] of [...text].entries()) {
      for (let column = 0; column < 5; column++) {
        const bits = font[(char.charCodeAt(0) - 32) * 5 + column] ?? 0
        for (let row = 0; row < 8; row++) {
          if (bits & (1 << row)) {
            this.rect(left + (index * 6 + column) * scale, top + row * scale, scale, scale, color)
          }
        }
      }
    }
  }

  png(): Uint8Array {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(this.width, 0)
    header.writeUInt32BE(this.height, 4)
    header.set([8, 2, 0, 0, 0], 8)
    const stride = this.width * 3
    const rows = Buffer.alloc(this.height * (stride + 1))
    for (let y = 0; y < this.height; y++) {
      rows.set(this.pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1)
    }
    return new Uint8Array(
      Buffer.concat([
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        chunk('IHDR', header),
        chunk('IDAT', deflateSync(rows, { level: 9 })),
        chunk('IEND', Buffer.alloc(0)),
      ]),
    )
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  out.set(body, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
