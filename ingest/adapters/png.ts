/** Encodes raw pixels as PNG, by the PNG specification (second edition), sections 5 and 11: one IHDR, one IDAT, one IEND. */
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGB_BYTES = 3
const COLOUR_RGB = 2
// Pages are mostly white: the fastest level is within a few per cent of the best one.
const DEFLATE_LEVEL = 3

/** Encodes `bgrx`: four bytes a pixel (blue, green, red, unused), rows without padding. */
export function encodePng(bgrx: Uint8Array, width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = COLOUR_RGB
  const data = deflateSync(filtered(bgrx, width, height), { level: DEFLATE_LEVEL })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns rows of RGB, each preceded by filter type 0. */
function filtered(bgrx: Uint8Array, width: number, height: number): Uint8Array {
  const rowBytes = width * RGB_BYTES + 1
  const rows = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y++) {
    let to = y * rowBytes + 1
    let from = y * width * 4
    for (let x = 0; x < width; x++) {
      rows[to] = bgrx[from + 2] ?? 0
      rows[to + 1] = bgrx[from + 1] ?? 0
      rows[to + 2] = bgrx[from] ?? 0
      to += RGB_BYTES
      from += 4
    }
  }
  return rows
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
