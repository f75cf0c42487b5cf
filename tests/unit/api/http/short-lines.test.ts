import { expect, it } from 'vitest'
import { shortLines } from '../../../../api/http/short-lines.ts'

const MB = 1_000_000

function logged(entry: object): string {
  const lines: string[] = []
  shortLines({ write: (line) => void lines.push(line) }).write(`${JSON.stringify(entry)}\n`)
  return lines.join('')
}

it('leaves an ordinary line as it is', () => {
  const entry = {
    level: 50,
    reqId: 'a-1',
    err: { message: 'no', stack: 'Error: no\n    at x' },
    msg: 'failed',
  }
  expect(logged(entry)).toBe(`${JSON.stringify(entry)}\n`)
})

it('shortens what a client sent in a megabyte, and keeps the rest of the line', () => {
  const message = `The model ${'m'.repeat(MB)} did not answer`
  const line = logged({
    level: 50,
    reqId: 'a-1',
    err: { message, stack: `Error: ${message}` },
    msg: 'failed',
  })
  expect(line.length).toBeLessThan(16_002)
  expect(JSON.parse(line)).toMatchObject({ level: 50, reqId: 'a-1', msg: 'failed' })
  expect(JSON.parse(line).err.message).toMatch(/^The model m+… \(1\d{6} characters\)$/)
})

it('keeps what a line is about where it has many long parts', () => {
  const parts = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`part${at}`, 'x'.repeat(500)]))
  const line = logged({ level: 50, reqId: 'a-1', code: 'INTERNAL', ...parts, msg: 'failed' })
  expect(line.length).toBeLessThan(16_002)
  expect(JSON.parse(line)).toMatchObject({ reqId: 'a-1', code: 'INTERNAL', msg: 'failed' })
})
