/** Every fault that can be planted in a file of TypeScript, by its syntax alone: some of them do not compile, and some change nothing. */
import ts from 'typescript'
import { type Mutant, type MutantKind, shown } from './mutant.ts'

interface Change {
  readonly kind: MutantKind
  /** What is replaced: a node or a token. */
  readonly at: ts.Node
  readonly by: string
}

type Propose<Node extends ts.Node> = (node: Node, source: ts.SourceFile) => Change[]

const OPERATORS: readonly (readonly [ts.SyntaxKind, MutantKind, string])[] = [
  [ts.SyntaxKind.LessThanToken, 'boundary', '<='],
  [ts.SyntaxKind.LessThanEqualsToken, 'boundary', '<'],
  [ts.SyntaxKind.GreaterThanToken, 'boundary', '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, 'boundary', '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, 'condition', '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, 'condition', '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, 'condition', '||'],
  [ts.SyntaxKind.BarBarToken, 'condition', '&&'],
  [ts.SyntaxKind.PlusToken, 'arithmetic', '-'],
  [ts.SyntaxKind.MinusToken, 'arithmetic', '+'],
  [ts.SyntaxKind.AsteriskToken, 'arithmetic', '/'],
  [ts.SyntaxKind.SlashToken, 'arithmetic', '*'],
  [ts.SyntaxKind.PercentToken, 'arithmetic', '*'],
  [ts.SyntaxKind.PlusEqualsToken, 'arithmetic', '-='],
  [ts.SyntaxKind.MinusEqualsToken, 'arithmetic', '+='],
]

/** Methods that are mistaken for each other. */
const SWAPPED: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  find: 'findLast',
  findLast: 'find',
}
/** Methods that may be forgotten. */
const DROPPED = new Set([
  'filter',
  'slice',
  'trim',
  'trimEnd',
  'trimStart',
  'toLowerCase',
  'toReversed',
  'normalize',
])
const SORTS = new Set(['sort', 'toSorted'])

/** In the order of the file. */
export function proposeMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const changes: Change[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return
    changes.push(...changesOf(node, source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return changes.map((change) => mutantOf(change, source, file))
}

function changesOf(node: ts.Node, source: ts.SourceFile): Change[] {
  if (ts.isBinaryExpression(node)) return binary(node, source)
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return unary(node, source)
  if (ts.isIfStatement(node)) return negated(node.expression, source)
  if (ts.isConditionalExpression(node)) return negated(node.condition, source)
  if (ts.isExpressionStatement(node)) return [{ kind: 'removed statement', at: node, by: ';' }]
  if (ts.isContinueStatement(node) || ts.isBreakStatement(node)) return skip(node)
  if (ts.isReturnStatement(node) && node.expression) return returned(node.expression, source)
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return returned(node.body, source)
  if (ts.isCallExpression(node)) return called(node, source)
  if (node.kind === ts.SyntaxKind.QuestionDotToken) return [optional(node)]
  return constant(node)
}

const binary: Propose<ts.BinaryExpression> = ({ left, operatorToken, right }, source) => {
  if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return [{ kind: 'optional value', at: operatorToken.parent, by: left.getText(source) }]
  const [, kind, by] = OPERATORS.find(([token]) => token === operatorToken.kind) ?? []
  if (kind === undefined || by === undefined) return []
  // Text is joined with +, and taking text from text gives no number: seen by anything that runs it.
  if (kind === 'arithmetic' && (isText(left) || isText(right))) return []
  return [{ kind, at: operatorToken, by }]
}

const unary: Propose<ts.PrefixUnaryExpression | ts.PostfixUnaryExpression> = (node, source) => {
  const operand = node.operand.getText(source)
  switch (node.operator) {
    case ts.SyntaxKind.ExclamationToken:
      return [{ kind: 'condition', at: node, by: operand }]
    case ts.SyntaxKind.MinusToken:
      return [{ kind: 'arithmetic', at: node, by: operand }]
    case ts.SyntaxKind.PlusPlusToken:
      // The step of a loop: going down, it never ends, which proves nothing.
      return ts.isForStatement(node.parent) ? [] : [{ kind: 'arithmetic', at: node, by: `${operand}--` }]
    default:
      return []
  }
}

/** A comparison is turned round by its operator. */
function negated(condition: ts.Expression, source: ts.SourceFile): Change[] {
  return isTruth(condition)
    ? []
    : [{ kind: 'condition', at: condition, by: `!(${condition.getText(source)})` }]
}

function skip(node: ts.Node): Change[] {
  return ts.isCaseOrDefaultClause(node.parent) ? [] : [{ kind: 'removed statement', at: node, by: ';' }]
}

const returned: Propose<ts.ConciseBody> = (value, source) => {
  if (ts.isArrayLiteralExpression(value) && value.elements.length > 0)
    return [{ kind: 'return value', at: value, by: '[]' }]
  if (ts.isCallExpression(value) || ts.isPropertyAccessExpression(value) || ts.isIdentifier(value))
    return value.getText(source) === 'undefined'
      ? []
      : [{ kind: 'return value', at: value, by: 'undefined as never' }]
  return []
}

function isTruth(value: ts.Node): boolean {
  if (ts.isPrefixUnaryExpression(value)) return value.operator === ts.SyntaxKind.ExclamationToken
  return ts.isBinaryExpression(value) && /^(?:[=!<>]=*|&&|\|\|)$/.test(value.operatorToken.getText())
}

const called: Propose<ts.CallExpression> = ({ expression, arguments: given, parent }, source) => {
  if (!ts.isPropertyAccessExpression(expression)) return []
  const { name, expression: of } = expression
  const call = expression.parent
  const swapped = Object.hasOwn(SWAPPED, name.text) ? SWAPPED[name.text] : undefined
  if (swapped !== undefined) return [{ kind: 'order and choice', at: name, by: swapped }]
  if (SORTS.has(name.text)) return sorted(call, given[0], source)
  if (DROPPED.has(name.text) && !ts.isExpressionStatement(parent))
    return [{ kind: 'order and choice', at: call, by: of.getText(source) }]
  return []
}

function sorted(call: ts.Node, by: ts.Expression | undefined, source: ts.SourceFile): Change[] {
  const text = call.getText(source)
  if (by === undefined) return [{ kind: 'order and choice', at: call, by: `${text}.reverse()` }]
  // A written comparison gets its two names the other way round; a named one is called so.
  if (!ts.isArrowFunction(by) || by.parameters.length !== 2) return []
  const [one, other] = by.parameters
  if (one === undefined || other === undefined) return []
  const turned = `(${other.getText(source)}, ${one.getText(source)})${by.getText(source).slice(by.equalsGreaterThanToken.getStart(source) - by.getStart(source) - 1)}`
  return [{ kind: 'order and choice', at: by, by: turned }]
}

function optional(node: ts.Node): Change {
  return { kind: 'optional value', at: node, by: ts.isPropertyAccessExpression(node.parent) ? '!.' : '!' }
}

function constant(node: ts.Node): Change[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ kind: 'constant', at: node, by: 'false' }]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ kind: 'constant', at: node, by: 'true' }]
  if (!ts.isNumericLiteral(node)) return []
  const value = Number(node.text)
  // Past 2^53 one more is the same number.
  const other = Number.isSafeInteger(value) ? value + 1 : value * 2
  return [{ kind: 'constant', at: node, by: String(other) }]
}

function isText(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true
  return ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right))
}

function mutantOf({ kind, at, by }: Change, source: ts.SourceFile, file: string): Mutant {
  const [start, end] = [at.getStart(source), at.getEnd()]
  const { line, character } = source.getLineAndCharacterOfPosition(start)
  const starts = source.getLineStarts()
  const around = at.getChildCount(source) > 0 ? at : at.parent
  const text = around.getText(source)
  const offset = start - around.getStart(source)
  const becomes = text.slice(0, offset) + by + text.slice(offset + end - start)
  const lineText = source.text.slice(starts[line], starts[line + 1]).trim()
  return {
    file,
    line: line + 1,
    column: character + 1,
    kind,
    start,
    end,
    replacement: by,
    lineText,
    was: shown(text),
    becomes: by === ';' ? '' : shown(becomes),
  }
}
