/** Returns the dot product of two vectors of the same length. Uses four sums in parallel, which a processor adds at once. */
export function dot(one: Float32Array, other: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  const whole = one.length - (one.length % 4)
  for (let at = 0; at < whole; at += 4) {
    a += one[at]! * other[at]!
    b += one[at + 1]! * other[at + 1]!
    c += one[at + 2]! * other[at + 2]!
    d += one[at + 3]! * other[at + 3]!
  }
  for (let at = whole; at < one.length; at++) a += one[at]! * other[at]!
  return a + b + c + d
}
