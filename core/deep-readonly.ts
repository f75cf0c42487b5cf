/** A type that is read-only at every depth, since values of a schema are shared. */
export type DeepReadonly<Value> = Value extends readonly unknown[] | object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value
