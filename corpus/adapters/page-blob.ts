/**
 * How are character boxes kept? Rounded to 1/20 point (error <= .025 pt), as differences to the character before,
 * deflated: a tenth of the Float32Array. Layout before deflating: Int32 origin, Uint16 halvings, Uint16 zero, then for each of
 * the four planes all low bytes, all high bytes. Planes: gap to the character before, top, width, height; the last three as differences.
 * A page over 3,276 pt doubles the step until it fits (`halvings` times); 0 for every usual page.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { BOX_SIDES } from '../page.ts'

const STEPS_PER_POINT = 20
const HEADER_BYTES = 8
const LARGEST_STEP_COUNT = 0xffff
/** Measured on 12 two-column pages: level 6 is within 3 % of 9. */
const DEFLATE_LEVEL = 6

export function encodeBoxes(boxes: Float32Array): Buffer | null {
  if (boxes.length === 0) return null
  if (boxes.length % BOX_SIDES !== 0) throw new RangeError(`${boxes.length} numbers are not whole boxes`)
  const { steps, origin, halvings } = quantised(boxes)
  const count = boxes.length / BOX_SIDES
  const bytes = Buffer.alloc(HEADER_BYTES + steps.length * 2)
  bytes.writeInt32LE(origin, 0)
  bytes.writeUInt16LE(halvings, 4)
  const before = [0, 0, 0, 0]
  for (let box = 0; box < count; box++) {
    const [left = 0, top = 0, right = 0, bottom = 0] = steps.subarray(box * BOX_SIDES)
    const planes = [left - (before[0] ?? 0), top - (before[1] ?? 0)]
    planes.push(right - left - (before[2] ?? 0), bottom - top - (before[3] ?? 0))
    for (const [plane, value] of planes.entries()) {
      const at = HEADER_BYTES + plane * 2 * count + box
      bytes[at] = value & 0xff
      bytes[at + count] = (value >> 8) & 0xff
    }
    before.splice(0, BOX_SIDES, right, top, right - left, bottom - top)
  }
  return deflateRawSync(bytes, { level: DEFLATE_LEVEL })
}

export function decodeBoxes(blob: Uint8Array | null): Float32Array {
  if (blob === null) return new Float32Array(0)
  const bytes = inflateRawSync(blob)
  const count = (bytes.length - HEADER_BYTES) / 2 / BOX_SIDES
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
  // Sums wrap at 2^16 as the differences did; every true value lies within 0..65535.
  for (let box = 0; box < count; box++) {
    const left = (right + difference(0, box)) & 0xffff
    top = (top + difference(1, box)) & 0xffff
    width = (width + difference(2, box)) & 0xffff
    height = (height + difference(3, box)) & 0xffff
    right = (left + width) & 0xffff
    boxes.set([point(left), point(top), point(right), point((top + height) & 0xffff)], box * BOX_SIDES)
  }
  return boxes
}

/** Whole steps from the smallest coordinate of the page. Not finite ones (a broken font matrix) count as 0. */
function quantised(boxes: Float32Array): { steps: Int32Array; origin: number; halvings: number } {
  let smallest = Number.POSITIVE_INFINITY
  let largest = Number.NEGATIVE_INFINITY
  for (const side of boxes) {
    const value = Number.isFinite(side) ? side : 0
    smallest = Math.min(smallest, value)
    largest = Math.max(largest, value)
  }
  let halvings = 0
  const stepsOf = (value: number) => Math.round((value * STEPS_PER_POINT) / 2 ** halvings)
  while (stepsOf(largest) - stepsOf(smallest) > LARGEST_STEP_COUNT) halvings++
  const origin = stepsOf(smallest)
  const steps = Int32Array.from(boxes, (side) => stepsOf(Number.isFinite(side) ? side : 0) - origin)
  return { steps, origin, halvings }
}
