/** A fixed amount of work like that of Gloss, using only Node and SQLite: the unit in which the guard measures. */
import Database from 'better-sqlite3'

const ROWS = 20_000
const WIDTH = 256
const VECTORS = 4_000

/** Counts words, adds float products, reads and writes JSON, fills and reads a table. Returns a sum, so that no work is optimised away. */
export function yardstick(): number {
  const rows = Array.from({ length: ROWS }, (_, at) => `row ${at} of words${at % 977} and terms${at % 31}`)
  return countWords(rows) + addProducts() + copyJson(rows) + fillTable(rows)
}

function countWords(rows: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const row of rows)
    for (const word of row.toLowerCase().match(/\p{L}+\d*/gu) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts.size
}

function addProducts(): number {
  const matrix = Float32Array.from({ length: VECTORS * WIDTH }, (_, at) => Math.sin(at))
  let sum = 0
  for (let row = 0; row < VECTORS; row++)
    for (let other = 0; other < 8; other++)
      for (let at = 0; at < WIDTH; at++) sum += matrix[row * WIDTH + at]! * matrix[other * WIDTH + at]!
  return sum
}

function copyJson(rows: readonly string[]): number {
  const copied = JSON.parse(JSON.stringify(rows.map((text, id) => ({ id, text, spans: [id, id + 1] }))))
  return copied.length
}

function fillTable(rows: readonly string[]): number {
  const database = new Database(':memory:')
  database.exec('CREATE TABLE unit (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
  const insert = database.prepare('INSERT INTO unit VALUES (?, ?)')
  database.transaction(() => rows.forEach((text, id) => void insert.run(id, text)))()
  const read = database.prepare<[number], { text: string }>('SELECT text FROM unit WHERE id = ?')
  let characters = 0
  for (let id = 0; id < ROWS; id++) characters += read.get(id)!.text.length
  database.close()
  return characters
}
