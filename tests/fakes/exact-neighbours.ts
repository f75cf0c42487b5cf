/** Nearest neighbours by looking at every vector, saved as JSON; says what it was asked to do. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { OpenNeighbours } from '../../index/index.ts'

export interface ExactNeighbours {
  readonly open: OpenNeighbours
  /** Keys of what was added, in order. */
  readonly added: number[]
  /** Keys of what was removed, in order. */
  readonly removed: number[]
  /** How many were asked for, search by search. */
  readonly searched: number[]
}

export function exactNeighbours(): ExactNeighbours {
  const added: number[] = []
  const removed: number[] = []
  const searched: number[] = []
  return {
    added,
    removed,
    searched,
    open(_, path) {
      const vectors = new Map<number, Float32Array>(path === null ? [] : savedAt(path))
      return {
        add(key, vector) {
          added.push(key)
          vectors.set(key, vector)
        },
        remove(key) {
          removed.push(key)
          vectors.delete(key)
        },
        search(vector, count) {
          searched.push(count)
          const cosines = Array.from(vectors, ([key, other]) => ({ key, cosine: product(vector, other) }))
          const nearest = cosines.sort((one, other) => other.cosine - one.cosine).slice(0, count)
          return {
            rows: nearest.map(({ key }) => key),
            cosines: Float32Array.from(nearest, ({ cosine }) => cosine),
          }
        },
        save: (file) =>
          writeFileSync(file, JSON.stringify(Array.from(vectors, ([key, values]) => [key, [...values]]))),
      }
    },
  }
}

function savedAt(path: string): [number, Float32Array][] {
  const saved = JSON.parse(readFileSync(path, 'utf8')) as [number, number[]][]
  return saved.map(([key, values]) => [key, Float32Array.from(values)])
}

function product(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, part, i) => sum + part * other[i]!, 0)
}
