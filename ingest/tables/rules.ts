/** Joins the straight lines drawn on a page: pieces of one line, and lines that meet in a grid. */
import type { Box } from '../extract/index.ts'
import { hull } from './words.ts'

export type Rule = Box

/** Drawings of a page. */
export interface PageDrawings {
  /** Straight vertical and horizontal lines, including thin rectangles. */
  readonly rules: readonly Rule[]
  /** Extents of images and of drawings other than straight lines. */
  readonly pictures: readonly Box[]
}

export interface Rules {
  /** Horizontal rules, from top to bottom. */
  readonly level: readonly Rule[]
  /** Vertical rules, from left to right. */
  readonly upright: readonly Rule[]
}

const SAME_LINE_POINTS = 2
const JOIN_POINTS = 4
const MEET_POINTS = 4
const MIN_POINTS = 8

/** Joins rules that continue the same line, and drops those shorter than a letter. */
export function joinRules(rules: readonly Rule[]): Rules {
  const level = rules.filter(isLevel)
  const upright = rules.filter((rule) => !isLevel(rule))
  return {
    level: joined(level, 'top', 'bottom', 'left', 'right'),
    upright: joined(upright, 'left', 'right', 'top', 'bottom'),
  }
}

function isLevel({ left, right, top, bottom }: Rule): boolean {
  return right - left > bottom - top
}

type Side = keyof Box

function joined(rules: readonly Rule[], low: Side, high: Side, from: Side, to: Side): Rule[] {
  const middle = (rule: Rule) => (rule[low] + rule[high]) / 2
  const rows: Rule[][] = []
  for (const rule of [...rules].sort((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1)
    if (row !== undefined && middle(rule) - middle(row.at(-1)!) <= SAME_LINE_POINTS) row.push(rule)
    else rows.push([rule])
  }
  return rows
    .flatMap((row) =>
      joinedRow(
        row.sort((a, b) => a[from] - b[from]),
        from,
        to,
      ),
    )
    .filter((rule) => rule[to] - rule[from] >= MIN_POINTS)
}

function joinedRow(row: readonly Rule[], from: Side, to: Side): Rule[] {
  const found: Rule[] = []
  for (const rule of row) {
    const last = found.at(-1)
    if (last !== undefined && rule[from] - last[to] <= JOIN_POINTS)
      found[found.length - 1] = hull([last, rule])
    else found.push(rule)
  }
  return found
}

/** Returns grids: rules that cross or touch each other, at least two vertical and two horizontal. */
export function gridsOf({ level, upright }: Rules): Box[] {
  const all = [...level, ...upright]
  const parent = all.map((_, at) => at)
  const root = (at: number): number => {
    let top = at
    while (parent[top] !== top) top = parent[top]!
    parent[at] = top
    return top
  }
  for (let i = 0; i < level.length; i++)
    for (let j = level.length; j < all.length; j++) if (meet(all[i]!, all[j]!)) parent[root(i)] = root(j)
  const groups = new Map<number, number[]>()
  for (let at = 0; at < all.length; at++) groups.set(root(at), [...(groups.get(root(at)) ?? []), at])
  return [...groups.values()]
    .filter((group) => {
      const levels = group.filter((at) => at < level.length).length
      return levels >= 2 && group.length - levels >= 2
    })
    .map((group) => hull(group.map((at) => all[at]!)))
}

function meet(a: Rule, b: Rule): boolean {
  return (
    Math.min(a.right, b.right) - Math.max(a.left, b.left) >= -MEET_POINTS &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >= -MEET_POINTS
  )
}
