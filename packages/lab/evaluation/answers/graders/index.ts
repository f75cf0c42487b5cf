export { gradeAnswer } from './grade.ts'
export type {
  Algebra,
  AlgebraRequest,
  AlgebraVerdict,
  Expression,
  Grade,
  GradeMethod,
  GradeReason,
  GradeRequest,
  GradeSettings,
} from './ports.ts'
