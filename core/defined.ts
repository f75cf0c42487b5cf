type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** Drops properties whose value is undefined, so that an option that was not given is absent. */
export function defined<Values extends object>(values: Values): Defined<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<Values>
}
