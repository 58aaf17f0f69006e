/** A user's decision on one row: add a new label, skip the row, or use an existing label. */
export type Decision = { as: 'new' } | { as: 'left' } | { as: 'label'; labelId: string }

/** Parses decisions by row from the format of the contract: `12.new*13.left*14.is.<label id>`. */
export function readDecisions(text: string | undefined): Map<number, Decision> {
  return new Map((text ?? '').split('*').filter(Boolean).map(readDecision))
}

function readDecision(text: string): [number, Decision] {
  const [row = '', what = '', ...labelId] = text.split('.')
  return [Number(row), what === 'is' ? { as: 'label', labelId: labelId.join('.') } : { as: what === 'new' ? 'new' : 'left' }]
}
