/** Axis of a chart, with its label (quantity and unit), domain and ticks. */
export type Axis = {
  label: string
  domain: readonly [number, number]
  ticks: readonly number[]
  format: (value: number) => string
  scale?: 'linear' | 'log'
}

/** Creates a scale from values of an axis to positions in a range, which may be ascending or descending. */
export function scaleOf(
  { domain: [first, last], scale = 'linear' }: Axis,
  [from, to]: readonly [number, number]
): (value: number) => number {
  const along = scale === 'log' ? Math.log : (value: number) => value
  const perUnit = (to - from) / (along(last) - along(first))
  return value => from + (along(value) - along(first)) * perUnit
}
