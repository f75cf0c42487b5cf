/** A type that cannot be written to at any depth, as values of a schema are shared. */
export type DeepReadonly<Value> = Value extends readonly unknown[] | object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value
