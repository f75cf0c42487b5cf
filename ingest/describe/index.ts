export { withKnown } from './confidence.ts'
export { type DescribeTools, describe, describeText } from './describe.ts'
