type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** The values that are there: an option that was not given is left out, and not `undefined`. */
export function defined<Values extends object>(values: Values): Defined<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<Values>
}
