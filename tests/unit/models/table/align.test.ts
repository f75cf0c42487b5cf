import { expect, it } from 'vitest'
import { seededRandom } from '../../../../core/index.ts'
import { alignTeacher } from '../../../../models/table/align.ts'

const DIMS = 3
const random = seededRandom(3)
const student = Float32Array.from({ length: 50 * DIMS }, () => random() - 0.5)
for (let at = 0; at < student.length; at += DIMS) {
  const length = Math.hypot(...student.subarray(at, at + DIMS))
  for (let axis = 0; axis < DIMS; axis++) student[at + axis]! /= length
}

it("finds the rotation between a teacher and a table, whatever the teacher's width", () => {
  const width = 5
  const teacher = new Float32Array((student.length / DIMS) * width)
  const [cosine, sine] = [Math.cos(0.7), Math.sin(0.7)]
  for (let text = 0; text < student.length / DIMS; text++) {
    const [x = 0, y = 0, z = 0] = student.subarray(text * DIMS, (text + 1) * DIMS)
    teacher.set([z, 0, cosine * x - sine * y, sine * x + cosine * y, 0], text * width)
  }
  const aligned = alignTeacher(teacher, width, student, DIMS)
  aligned.forEach((value, i) => {
    expect(value).toBeCloseTo(student[i]!, 4)
  })
})
