/**
 * Encodes character boxes: rounded to 1/20 point (error <= .025 pt), stored as differences to the previous character, and deflated, at
 * 1.7 bytes a character instead of 16 (docs/decisions/2026-11-21-corpus-in-one-sqlite-file.md). Before deflating: Int32 origin,
 * Uint16 doublings, Uint16 length of the margin, four planes (gap to the previous character; differences of top, width, height), low bytes
 * before high bytes. On a page over 3,276 pt the step doubles until the page fits (`doublings` times). A margin is stored with the boxes:
 * its boxes follow the page's, and its text follows all planes; its length is in UTF-16 units.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { BOX_SIDES, type Page, type PageMargin } from '../page.ts'

const STEPS_PER_POINT = 20
const HEADER_BYTES = 8
const LARGEST_STEP_COUNT = 0xffff
/** Compression level. On the same pages, level 9 is 1.4 % smaller and takes 4.2 ms a page instead of .75; level 1 is 14 % larger. */
const DEFLATE_LEVEL = 6

/** Longest margin that is stored; 65,535 characters are not a real margin. */
const MAX_MARGIN_CHARACTERS = 0xffff

export function encodeBoxes({ boxes: own, margin }: Pick<Page, 'boxes' | 'margin'>): Buffer | null {
  if (own.length === 0) return null
  const text = margin === undefined || margin.text.length > MAX_MARGIN_CHARACTERS ? '' : margin.text
  const boxes = text === '' ? own : joined(own, margin!.boxes)
  if (boxes.length % BOX_SIDES !== 0) throw new RangeError(`${boxes.length} numbers are not whole boxes`)
  const { steps, origin, doublings } = quantised(boxes)
  const count = boxes.length / BOX_SIDES
  const bytes = Buffer.alloc(HEADER_BYTES + steps.length * 2)
  bytes.writeInt32LE(origin, 0)
  bytes.writeUInt16LE(doublings, 4)
  bytes.writeUInt16LE(text.length, 6)
  const setDifference = (plane: number, box: number, value: number) => {
    const at = HEADER_BYTES + plane * 2 * count + box
    bytes[at] = value & 0xff
    bytes[at + count] = (value >> 8) & 0xff
  }
  let [rightBefore, topBefore, widthBefore, heightBefore] = [0, 0, 0, 0]
  for (let box = 0; box < count; box++) {
    const at = box * BOX_SIDES
    const left = steps[at] ?? 0
    const top = steps[at + 1] ?? 0
    const right = steps[at + 2] ?? 0
    const width = right - left
    const height = (steps[at + 3] ?? 0) - top
    setDifference(0, box, left - rightBefore)
    setDifference(1, box, top - topBefore)
    setDifference(2, box, width - widthBefore)
    setDifference(3, box, height - heightBefore)
    rightBefore = right
    topBefore = top
    widthBefore = width
    heightBefore = height
  }
  return deflateRawSync(Buffer.concat([bytes, Buffer.from(text, 'utf16le')]), { level: DEFLATE_LEVEL })
}

function joined(one: Float32Array, other: Float32Array): Float32Array {
  const all = new Float32Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}

export function decodeBoxes(blob: Uint8Array | null): { boxes: Float32Array; margin?: PageMargin } {
  if (blob === null) return { boxes: new Float32Array(0) }
  const bytes = inflateRawSync(blob)
  const length = bytes.readUInt16LE(6)
  const boxes = decodePlanes(bytes, (bytes.length - HEADER_BYTES - 2 * length) / 2 / BOX_SIDES)
  if (length === 0) return { boxes }
  const own = boxes.length - length * BOX_SIDES
  const text = bytes.toString('utf16le', bytes.length - 2 * length)
  return { boxes: boxes.slice(0, own), margin: { text, boxes: boxes.slice(own) } }
}

function decodePlanes(bytes: Buffer, count: number): Float32Array {
  const origin = bytes.readInt32LE(0)
  const step = 2 ** bytes.readUInt16LE(4) / STEPS_PER_POINT
  const boxes = new Float32Array(count * BOX_SIDES)
  const point = (steps: number) => (steps + origin) * step
  const difference = (plane: number, box: number) => {
    const at = HEADER_BYTES + plane * 2 * count + box
    return (bytes[at] ?? 0) | ((bytes[at + count] ?? 0) << 8)
  }
  let right = 0
  let top = 0
  let width = 0
  let height = 0
  // Sums wrap at 2^16 as the differences did; every true value is within 0..65535.
  for (let box = 0; box < count; box++) {
    const left = (right + difference(0, box)) & 0xffff
    top = (top + difference(1, box)) & 0xffff
    width = (width + difference(2, box)) & 0xffff
    height = (height + difference(3, box)) & 0xffff
    right = (left + width) & 0xffff
    const at = box * BOX_SIDES
    boxes[at] = point(left)
    boxes[at + 1] = point(top)
    boxes[at + 2] = point(right)
    boxes[at + 3] = point((top + height) & 0xffff)
  }
  return boxes
}

/** Returns whole steps from the smallest coordinate of the page. Non-finite coordinates (a broken font matrix) count as 0. */
function quantised(boxes: Float32Array): { steps: Int32Array; origin: number; doublings: number } {
  let smallest = Number.POSITIVE_INFINITY
  let largest = Number.NEGATIVE_INFINITY
  for (const side of boxes) {
    const value = finite(side)
    if (value < smallest) smallest = value
    if (value > largest) largest = value
  }
  let doublings = 0
  const stepsOf = (value: number) => Math.round(value * (STEPS_PER_POINT / 2 ** doublings))
  while (stepsOf(largest) - stepsOf(smallest) > LARGEST_STEP_COUNT) doublings++
  const origin = stepsOf(smallest)
  const stepsPerPoint = STEPS_PER_POINT / 2 ** doublings
  const steps = new Int32Array(boxes.length)
  for (let at = 0; at < boxes.length; at++)
    steps[at] = Math.round(finite(boxes[at] ?? 0) * stepsPerPoint) - origin
  return { steps, origin, doublings }
}

function finite(side: number): number {
  return Number.isFinite(side) ? side : 0
}
