type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** Drops properties whose value is undefined, so that an option that was not given is absent. */
export function defined<Values extends object>(values: Values): Defined<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<Values>
}

/** Counts how often each item occurs; items keep the order of their first occurrence. */
export function countsOf<Item>(items: Iterable<Item>): Map<Item, number> {
  const counts = new Map<Item, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
